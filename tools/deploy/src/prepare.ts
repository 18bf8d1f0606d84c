// Makes each service's database and roles, runs its migrations, then makes the topics and gives each
// service its rights at Kafka, unless KAFKA_BROKERS is not set: an operator of the cluster may do that.
// Done again, it changes nothing; it ends with 1 and one sentence at the first step that fails.
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { printsUsage } from '@towpath/config';
import { createLogger } from '@towpath/observability';
import { provisionDatabase } from '@towpath/persistence';
import { prepareKafka } from './prepare-kafka.js';
import { passwordOf, readAdminUrl, readDatabaseSecrets } from './database-secrets.js';

const logger = createLogger({ service: 'prepare', destination: process.stderr });
const brokers = process.env['KAFKA_BROKERS'];
const caFile = process.env['KAFKA_CA_FILE'];
const secretsDir = process.env['SECRETS_DIR'] ?? '/run/secrets';

interface MigratedService {
  readonly service: string;
  readonly program: string;
}

/** Every folder with a `migrate` program: the services, and the sandbox with its own database. */
function servicesWithDatabase(): MigratedService[] {
  return readdirSync('apps')
    .map((service) => ({ service, program: join('apps', service, 'dist/migrate.js') }))
    .filter(({ program }) => existsSync(program));
}

async function prepare({ service, program }: MigratedService): Promise<void> {
  const { owner, app, worker } = readDatabaseSecrets({ folder: secretsDir, service });
  const passwords = {
    owner: passwordOf(owner),
    app: passwordOf(app),
    worker: passwordOf(worker),
  };
  await provisionDatabase({ adminUrl: readAdminUrl(secretsDir), service, passwords });
  // In this process, because a start of the program costs a second of CPU.
  process.env['DATABASE_OWNER_URL'] = owner;
  await import(pathToFileURL(resolve(program)).href);
  if (process.exitCode) throw new Error('its migration failed.');
}

const USAGE = `Makes the database and roles of each service, runs its migrations, then makes topics and rights.
SECRETS_DIR is the folder of docker/make-secrets.sh (/run/secrets if unset). Without KAFKA_BROKERS,
nothing is done at Kafka. With KAFKA_CA_FILE, Kafka is reached by TLS. A repeat changes nothing.`;

if (!printsUsage({ purpose: USAGE })) await prepareAll();

async function prepareAll(): Promise<void> {
  // Each step with what it prepares, for the sentence when it fails.
  const steps: [string, () => Promise<void>][] = servicesWithDatabase().map((each) => [
    `The database of ${each.service}`,
    () => prepare(each),
  ]);
  if (brokers) steps.push(['Kafka', () => prepareKafka({ brokers, folder: secretsDir, caFile })]);
  for (const [what, run] of steps) {
    try {
      await run();
    } catch (error) {
      logger.fatal(`${what} could not be prepared: ${(error as Error).message}`);
      process.exitCode = 1;
      break;
    }
  }
}
