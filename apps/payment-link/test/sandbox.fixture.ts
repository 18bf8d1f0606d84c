import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@towpath/local-system';
import { eventually, testDatabase } from '@towpath/testing';

/** Of the browser in which cards are typed. */
const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
  'accept-language': 'zh-HK,zh;q=0.9',
};

export const GATEWAY_SECRET = 'a-secret-of-the-card-gateway-for-tests';

/** Two processes and their migrations, on a machine that has other work. */
export const START_MS = 120_000;

export interface LedgerPayment {
  readonly payment_id: string;
  readonly charged: number;
  readonly refunded: number;
  readonly captures: number;
}

/** The built sandbox as a process of its own, on a database of its own. */
export class TestSandbox {
  private constructor(
    readonly url: string,
    private readonly internalUrl: string,
    private readonly child: ChildProcess,
    private readonly dropDatabase: () => Promise<void>,
  ) {}

  static async start(pagesOrigin: string): Promise<TestSandbox> {
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
      SANDBOX_GATEWAY_SECRET: GATEWAY_SECRET,
      ALLOWED_PAGE_ORIGINS: pagesOrigin,
      LOG_LEVEL: 'error',
    };
    const [code] = (await once(run('migrate.js', environment), 'exit')) as [number];
    if (code !== 0) throw new Error('the migration of the sandbox failed');
    const child = run('main.js', environment);
    const internalUrl = `http://127.0.0.1:${internalPort}`;
    await eventually(async () => (await probe(`${internalUrl}/health/ready`)) === 200, {
      deadlineMs: 80_000,
      describe: () => 'the sandbox is not ready',
    });
    return new TestSandbox(url, internalUrl, child, () => database.drop());
  }

  /** A one-time token as the card fields would give it. */
  async tokenize(number: string, session: string, gateway = 'gw1'): Promise<string> {
    const { token } = (await this.send(
      `POST /${gateway}/tokens`,
      {
        session,
        number,
        expiry_month: 12,
        expiry_year: 2060,
        cvc: '123',
      },
      BROWSER,
    )) as { token: string };
    return token;
  }

  async find(reference: string): Promise<Readonly<Record<string, unknown>>> {
    return (await this.send(`GET /gw1/authorizations/${reference}`)) as Record<string, unknown>;
  }

  /** Captures without being asked by the service: the books run ahead of ours. */
  act(reference: string, verb: 'capture' | 'void'): Promise<unknown> {
    return this.send(`POST /gw1/authorizations/${reference}/${verb}`);
  }

  async ledger(customerAppId: string): Promise<LedgerPayment[]> {
    const { payments } = (await this.send(`GET /ledger?customer_app_id=${customerAppId}`)) as {
      payments: LedgerPayment[];
    };
    return payments;
  }

  /** Sets the app's clock at the gateway, as the API gateway would. */
  async setClock(customerAppId: string, offsetMs: number): Promise<void> {
    await fetch(`${this.internalUrl}/internal/clock/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customer_app_id: customerAppId, offset_ms: offsetMs }),
    });
  }

  /** The payer decides on the bank's page; where that sends the browser. */
  async decide(page: string, decision: 'approve' | 'refuse'): Promise<string> {
    const answer = await fetch(page, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ decision }),
    });
    return answer.headers.get('location') ?? '';
  }

  async stop(): Promise<void> {
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exit;
    await this.dropDatabase();
  }

  private async send(route: string, body?: object, headers: object = {}): Promise<unknown> {
    const [method = '', path = ''] = route.split(' ');
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${GATEWAY_SECRET}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return answer.json();
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
