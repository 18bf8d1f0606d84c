import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, freePort, inheritedVariables } from '@towpath/local-system';
import { testDatabase, type TestDatabase } from '../databases/test-database.js';

/** Time in ms for a `beforeAll` that starts it, on a busy machine. */
export const SANDBOX_START_MS = 120_000;

export interface SandboxProcessOptions {
  /** The bearer token that its gateways and banks ask for, and the secret of its call-backs. */
  readonly secret: string;
  /** Origin of pages with card fields, for example `https://pay.example`. */
  readonly pagesOrigin?: string;
}

export interface SandboxClock {
  readonly offsetMs?: number;
  readonly frozenAt?: Date;
}

export interface SandboxAddresses {
  readonly public: string;
  readonly internal: string;
}

/** A running sandbox. */
export class SandboxClient {
  constructor(readonly addresses: SandboxAddresses) {}

  get url(): string {
    return this.addresses.public;
  }

  /** Sets the clock of an app, like the gateway, and waits for the due work. */
  async setClock(customerAppId: string, { offsetMs = 0, frozenAt }: SandboxClock): Promise<void> {
    const answer = await fetch(`${this.addresses.internal}/internal/clock/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        customer_app_id: customerAppId,
        offset_ms: offsetMs,
        ...(frozenAt ? { frozen_at: frozenAt } : {}),
      }),
    });
    if (!answer.ok) throw new Error(`the clock could not be set: ${answer.status}`);
  }
}

/** The built sandbox as a separate process, with a separate database. */
export class SandboxProcess extends SandboxClient {
  private constructor(
    addresses: SandboxAddresses,
    private readonly child: ChildProcess,
    private readonly database: TestDatabase,
  ) {
    super(addresses);
  }

  static async start({ secret, pagesOrigin }: SandboxProcessOptions): Promise<SandboxProcess> {
    const database = await testDatabase('sandbox', { digest: digestOfSchema(), migrate });
    const [port, internalPort] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${port}`;
    const child = run('main.js', {
      HOST: '127.0.0.1',
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
      DATABASE_URL: database.urls.app,
      SANDBOX_PUBLIC_URL: url,
      SANDBOX_GATEWAY_SECRET: secret,
      ...(pagesOrigin === undefined ? {} : { ALLOWED_PAGE_ORIGINS: pagesOrigin }),
    });
    const internalUrl = `http://127.0.0.1:${internalPort}`;
    await eventually(async () => (await probe(`${internalUrl}/health/ready`)) === 200, {
      deadlineMs: SANDBOX_START_MS - 10_000,
      describe: () => 'the sandbox is not ready',
    });
    return new SandboxProcess({ public: url, internal: internalUrl }, child, database);
  }

  /** Address of the administrator inside its database. */
  get adminUrl(): string {
    return this.database.adminUrl;
  }

  async stop(): Promise<void> {
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exit;
    await this.database.drop();
  }
}

const DIST = 'apps/sandbox/dist';

/** Changes with the built migrations. */
function digestOfSchema(): string {
  const files = globSync(join(process.cwd(), DIST, 'migrations/*.sql')).sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}

async function migrate(ownerUrl: string): Promise<void> {
  const migration = run('migrate.js', { DATABASE_OWNER_URL: ownerUrl });
  const [code] = (await once(migration, 'exit')) as [number];
  if (code !== 0) throw new Error('the migration of the sandbox failed');
}

function run(program: string, environment: NodeJS.ProcessEnv): ChildProcess {
  const path = join(process.cwd(), DIST, program);
  if (!existsSync(path)) throw new Error('run npm run build first: the sandbox is not built');
  return spawn(process.execPath, [path], {
    env: { ...inheritedVariables(), LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function probe(url: string): Promise<number> {
  return fetch(url).then(
    ({ status }) => status,
    () => 0,
  );
}
