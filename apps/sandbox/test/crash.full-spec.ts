import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

import { freePort, inheritedVariables } from '@towpath/local-system';
import { eventually, testDatabase, type TestDatabase } from '@towpath/testing';

import { CallbackReceiver, Merchant, SECRET } from './sandbox.fixture.js';
import { sandboxMigrations } from '../src/migrations/index.js';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

describe('the sandbox as a process, killed at the worst moment', () => {
  let database: TestDatabase;
  let url: string;
  let environment: Record<string, string>;
  let process_: ChildProcess;

  beforeAll(async () => {
    if (!existsSync(MAIN)) throw new Error('apps/sandbox is not built: run npm run build first');
    database = await testDatabase('sandbox', sandboxMigrations);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    environment = {
      ...inheritedVariables(),
      PORT: String(port),
      INTERNAL_PORT: String(await freePort()),
      DATABASE_URL: database.urls.app,
      SANDBOX_PUBLIC_URL: url,
      SANDBOX_GATEWAY_SECRET: SECRET,
      PUBLIC_PAGES_URL: 'http://127.0.0.1:1',
      LOG_LEVEL: 'silent',
    };
    await start();
  });
  afterAll(async () => {
    process_.kill('SIGTERM');
    await once(process_, 'exit');
    await database.drop();
  });

  async function start(): Promise<void> {
    process_ = spawn(process.execPath, [MAIN], { env: environment, stdio: 'inherit' });
    await eventually(async () => (await fetch(`${url}/health/ready`)).ok, { describe: 'ready' });
  }
  async function crash(): Promise<void> {
    process_.kill('SIGKILL');
    await once(process_, 'exit');
  }

  it('after a kill the sandbox sends its open call-back again and still has its charges', async () => {
    const port = await freePort();
    const arrived = Promise.withResolvers<void>();
    const silent = createServer(() => arrived.resolve()).listen(port, '127.0.0.1');
    const merchant = new Merchant(url, `http://127.0.0.1:${port}/callbacks`);
    const request = await merchant.request('4000000000000127');
    const { reference } = request;
    await merchant.send('POST /gw1/authorizations', request);
    await merchant.act(reference, 'capture');
    await arrived.promise;
    await crash();
    silent.closeAllConnections();
    silent.close();
    await once(silent, 'close');
    const receiver = await CallbackReceiver.start(port);
    await start();
    expect(await merchant.ledger()).toMatchObject([{ charged: 1234, captures: 1 }]);
    const again = await merchant.send('POST /gw1/authorizations', request);
    expect(again.body['status']).toBe('authorized');
    expect((await merchant.act(reference, 'capture')).body['status']).toBe('captured');
    await eventually(() => receiver.eventsOf(reference).length === 6, {
      deadlineMs: 20_000,
      describe: () => `six call-backs; here: ${receiver.eventsOf(reference).join()}`,
    });
    expect(receiver.eventsOf(reference)[0]).toBe('captured');
    expect(await merchant.ledger()).toMatchObject([{ charged: 1234, captures: 1 }]);
    await receiver.stop();
  }, 40_000);

  it('the sandbox ends by itself on SIGTERM', async () => {
    process_.kill('SIGTERM');
    const [code] = (await once(process_, 'exit')) as [number | null];
    expect(code).toBe(0);
    await start();
  }, 20_000);
});
