// Makes each service's database and roles, then runs its migrations. Done again, it changes nothing;
// it ends with 1 and one sentence at the first service that it cannot prepare.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { provisionDatabase } from '@towpath/persistence';
import { passwordOf, readAdminUrl, readDatabaseSecrets } from './database-secrets.js';

const secretsDir = process.env['SECRETS_DIR'] ?? '/run/secrets';

interface MigratedService {
  readonly service: string;
  readonly program: string;
}

/** Every folder with a `migrate` program: the services, and the sandbox with its own database. */
function servicesWithDatabase(): MigratedService[] {
  return ['apps', 'tools'].flatMap((parent) =>
    readdirSync(parent)
      .map((service) => ({ service, program: join(parent, service, 'dist/migrate.js') }))
      .filter(({ program }) => existsSync(program)),
  );
}

async function prepare({ service, program }: MigratedService): Promise<void> {
  const { owner, app, worker } = readDatabaseSecrets({ folder: secretsDir, service });
  const passwords = {
    owner: passwordOf(owner),
    app: passwordOf(app),
    worker: passwordOf(worker),
  };
  await provisionDatabase({ adminUrl: readAdminUrl(secretsDir), service, passwords });
  process.stdout.write(`${service}: `);
  const { status, signal } = spawnSync(process.execPath, [program], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_OWNER_URL: owner },
  });
  if (status !== 0) throw new Error(`its migration ended with ${signal ?? `code ${status}`}.`);
}

for (const each of servicesWithDatabase()) {
  try {
    await prepare(each);
  } catch (error) {
    process.stderr.write(
      `The database of ${each.service} could not be prepared: ${(error as Error).message}\n`,
    );
    process.exitCode = 1;
    break;
  }
}
