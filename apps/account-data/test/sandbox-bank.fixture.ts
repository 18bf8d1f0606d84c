import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@towpath/local-system';
import { eventually, testDatabase } from '@towpath/testing';

export const BANK_SECRET = 'a-secret-of-the-simulated-bank-for-tests';

/** A process and its migrations, on a machine that has other work. */
export const START_MS = 120_000;

/** The built sandbox as a process of its own, on a database of its own. */
export class TestBank {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
    private readonly dropDatabase: () => Promise<void>,
  ) {}

  static async start(): Promise<TestBank> {
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
      SANDBOX_GATEWAY_SECRET: BANK_SECRET,
      LOG_LEVEL: 'error',
    };
    const [code] = (await once(run('migrate.js', environment), 'exit')) as [number];
    if (code !== 0) throw new Error('the migration of the sandbox failed');
    const child = run('main.js', environment);
    const internalUrl = `http://127.0.0.1:${internalPort}`;
    await eventually(async () => (await probe(`${internalUrl}/health/ready`)) === 200, {
      deadlineMs: 30_000,
      describe: () => 'the sandbox is not ready',
    });
    return new TestBank(url, child, () => database.drop());
  }

  async stop(): Promise<void> {
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exit;
    await this.dropDatabase();
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
