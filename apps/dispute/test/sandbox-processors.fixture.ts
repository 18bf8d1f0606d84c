import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newId, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import { freePort } from '@towpath/local-system';
import { eventually, testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';

export const BOOKS_SECRET = 'a-secret-of-the-simulated-cards-for-tests';

/** A process and its migrations, on a machine that has other work. */
export const START_MS = 120_000;

const CAPTURED = `INSERT INTO card_authorizations (gateway, reference, customer_app_id, payment_id,
    request_hash, psp_reference, merchant_account, amount, currency, purpose, store, off_session,
    callback_url, card, state, answered_state, created_at, captured_at, updated_at)
  SELECT $1, 'ref-' || id, $2, id, 'hash', 'PSP-' || id, 'HKD-ACCOUNT', 12500, 'HKD', 'PAYMENT',
    false, false, 'http://127.0.0.1:9/callbacks/cards/x', '{"brand": "Visa"}', 'SETTLED', 'SETTLED',
    '2030-01-01', '2030-01-01', '2030-01-01' FROM unnest($3::text[]) AS id`;

/** The built sandbox as a process of its own, on a database of its own. */
export class TestProcessors {
  private constructor(
    readonly url: string,
    private readonly internalUrl: string,
    private readonly child: ChildProcess,
    private readonly database: TestDatabase,
  ) {}

  static async start(): Promise<TestProcessors> {
    const database = await testDatabase('sandbox', []);
    const [port, internalPort] = [await freePort(), await freePort()];
    const url = `http://127.0.0.1:${port}`;
    const environment = {
      PATH: process.env['PATH'] ?? '',
      HOST: '127.0.0.1',
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
      DATABASE_URL: database.urls.app,
      DATABASE_OWNER_URL: database.urls.owner,
      SANDBOX_PUBLIC_URL: url,
      SANDBOX_GATEWAY_SECRET: BOOKS_SECRET,
      LOG_LEVEL: 'error',
    };
    const [code] = (await once(run('migrate.js', environment), 'exit')) as [number];
    if (code !== 0) throw new Error('the migration of the sandbox failed');
    const child = run('main.js', environment);
    const internalUrl = `http://127.0.0.1:${internalPort}`;
    await eventually(async () => (await probe(`${internalUrl}/health/ready`)) === 200, {
      deadlineMs: START_MS - 10_000,
      describe: () => 'the sandbox is not ready',
    });
    return new TestProcessors(url, internalUrl, child, database);
  }

  /** Stops the clock of an app at an instant, and waits for what is due by it. */
  async freezeClock(customerAppId: string, at: Date): Promise<void> {
    const answer = await fetch(`${this.internalUrl}/internal/clock/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customer_app_id: customerAppId, offset_ms: 0, frozen_at: at }),
    });
    if (!answer.ok) throw new Error(`the clock could not be set: ${answer.status}`);
  }

  /** The payments of an app, captured at a gateway long ago. */
  async captured(
    gateway: string,
    {
      customerAppId,
      count = 1,
    }: { readonly customerAppId: CustomerAppId; readonly count?: number },
  ): Promise<PaymentId[]> {
    const ids = Array.from({ length: count }, () => newId<PaymentId>(new Date()));
    const client = new pg.Client({ connectionString: this.database.adminUrl });
    await client.connect();
    try {
      await client.query(CAPTURED, [gateway, customerAppId, ids]);
    } finally {
      await client.end();
    }
    return ids;
  }

  async stop(): Promise<void> {
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exit;
    await this.database.drop();
  }
}

function run(program: string, environment: NodeJS.ProcessEnv): ChildProcess {
  const path = join(process.cwd(), 'tools/sandbox/dist', program);
  if (!existsSync(path)) throw new Error('run npm run build first: the sandbox is not built');
  return spawn(process.execPath, [path], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function probe(url: string): Promise<number> {
  return fetch(url).then(
    ({ status }) => status,
    () => 0,
  );
}
