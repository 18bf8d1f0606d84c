import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { silentLogger } from '@towpath/observability';
import { freePort } from '@towpath/local-system';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import { newId } from '@towpath/kernel';

import type { CallbackTimes } from '../src/base/callbacks/callbacks.service.js';
import { sandboxMigrations } from '../src/migrations/index.js';
import { SandboxConfig } from '../src/sandbox.config.js';
import { startSandbox, type Sandbox } from '../src/sandbox.js';

export const SECRET = 'test-secret-of-the-gateway-with-40-chars';
export const PAGE_ORIGIN = 'http://127.0.0.1:1';

/** Retries and polls are quick; everything else is as in production. */
const TIMES: CallbackTimes = { pollMs: 50, leaseMs: 1_000, requestTimeoutMs: 800 };

export interface TestSandbox {
  readonly database: TestDatabase;
  readonly config: SandboxConfig;
  readonly url: string;
  readonly internalUrl: string;
  /** Stops the process, keeps the database. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and drops the database. */
  end(): Promise<void>;
}

export async function testSandbox(settings: Partial<SandboxConfig> = {}): Promise<TestSandbox> {
  const database = await testDatabase('sandbox', sandboxMigrations);
  const [port, internalPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const config = Object.assign(new SandboxConfig(), {
    host: '127.0.0.1',
    port,
    internalPort,
    databaseUrl: database.urls.app,
    publicUrl: url,
    gatewaySecret: SECRET,
    allowedPageOrigins: [PAGE_ORIGIN],
    logLevel: 'silent',
    ...settings,
  });
  let running: Sandbox | undefined;
  const start = async () => {
    running = await startSandbox({ config, logger: silentLogger(), callbackTimes: TIMES });
  };
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };
  await start();
  const internalUrl = `http://127.0.0.1:${internalPort}`;
  const end = async () => {
    await stop();
    await database.drop();
  };
  return { database, config, url, internalUrl, start, stop, end };
}

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export type AuthorizationInput = Readonly<Record<string, unknown>>;

/** A merchant's server: it speaks the API as one would from outside. */
export class Merchant {
  readonly customerAppId: string = newId(new Date());

  constructor(
    private readonly url: string,
    readonly callbackUrl = 'http://127.0.0.1:9/nobody-listens',
  ) {}

  newReference(): string {
    return newId(new Date());
  }

  async token(number: string, change: object = {}): Promise<string> {
    const answer = await this.tokenize(number, change);
    return String(answer.body['token']);
  }

  tokenize(number: string, change: object = {}): Promise<Answer> {
    const card = { number, expiry_month: 12, expiry_year: 2060, cvc: '123' };
    return this.send('POST /gw1/tokens', { session: 'session-1', ...card, ...change });
  }

  /** A whole authorization of 12.34 HKD; `change` replaces members. */
  async authorize(number: string, change: AuthorizationInput = {}): Promise<Answer> {
    return this.send('POST /gw1/authorizations', await this.request(number, change));
  }

  async request(number: string, change: AuthorizationInput = {}) {
    const reference = change['reference'] ?? this.newReference();
    return {
      reference,
      payment_id: `payment-of-${String(reference)}`,
      customer_app_id: this.customerAppId,
      merchant_account: 'HKD',
      merchant_name: 'Lantern Books',
      amount: 1234,
      currency: 'HKD',
      token: change['token'] ?? (await this.token(number)),
      store: false,
      off_session: false,
      purpose: 'PAYMENT',
      return_url: 'https://shop.test/back?cart=7',
      callback_url: this.callbackUrl,
      ...change,
    };
  }

  find(reference: unknown): Promise<Answer> {
    return this.send(`GET /gw1/authorizations/${String(reference)}`);
  }

  act(reference: unknown, verb: 'capture' | 'void'): Promise<Answer> {
    return this.send(`POST /gw1/authorizations/${String(reference)}/${verb}`);
  }

  refund(reference: unknown, refund: object): Promise<Answer> {
    return this.send(`POST /gw1/authorizations/${String(reference)}/refund`, refund);
  }

  async ledger(): Promise<unknown> {
    const { body } = await this.send(`GET /ledger?customer_app_id=${this.customerAppId}`);
    return body['payments'];
  }

  async send(route: string, body?: object, headers: object = {}): Promise<Answer> {
    const [method = '', path = ''] = route.split(' ');
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${SECRET}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }
}

export interface ReceivedCallback {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The merchant's end of the call-backs. `answers` are used up first, then everything is 200. */
export class CallbackReceiver {
  readonly received: ReceivedCallback[] = [];
  readonly answers: number[] = [];
  /** While set, answers wait for it. */
  held: Promise<void> | undefined;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const body = JSON.parse(text) as ReceivedCallback['body'];
        this.received.push({ headers: request.headers, text, body });
        const status = this.answers.shift() ?? 200;
        void (this.held ?? Promise.resolve()).then(() => response.writeHead(status).end());
      });
    });
  }

  static async start(port = 0): Promise<CallbackReceiver> {
    const receiver = new CallbackReceiver();
    const listening = Promise.withResolvers<void>();
    receiver.server.listen(port, '127.0.0.1', listening.resolve);
    await listening.promise;
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/callbacks`;
  }

  eventsOf(reference: unknown): unknown[] {
    return this.received
      .filter(({ body }) => body['reference'] === reference)
      .map(({ body }) => body['event']);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    const closed = Promise.withResolvers<void>();
    this.server.close(() => closed.resolve());
    await closed.promise;
  }
}
