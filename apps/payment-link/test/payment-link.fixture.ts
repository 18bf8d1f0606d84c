import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { loadConfig } from '@towpath/config';
import { ALL_SCOPES, type AccessTokenClaims } from '@towpath/contracts';
import { listen } from '@towpath/http';
import { newId, type CustomerAppId } from '@towpath/kernel';
import { connectMessaging } from '@towpath/messaging';
import {
  byValues,
  BASE_KEY_PURPOSES,
  CustomerAppViews,
  DueJobRunner,
  keyFileName,
  keyPurpose,
  newKeyFile,
  Transactions,
} from '@towpath/persistence';
import { createService } from '@towpath/service';
import { freePort, temporaryFolder } from '@towpath/local-system';
import { FakeGateway, SHARED_SANDBOX, testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import { PaymentLinkConfig } from '../src/payment-link.config.js';
import { paymentLinkService } from '../src/payment-link.service.js';
import { migrations } from '../src/migrations/index.js';
import { KEY_PURPOSES } from '../src/persistence/key-purposes.js';
import { GATEWAY_SECRET } from './sandbox.fixture.js';
import { StandInInstitutions } from './stand-in-institutions.fixture.js';
import { StandInMandates } from './stand-in-mandates.fixture.js';

export const PAGES_URL = SHARED_SANDBOX.pagesOrigin;
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';

export interface Answer<T = Record<string, never>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface PaymentLinkOptions {
  readonly sandboxUrl?: string;
  /** Internal port of a stand-in for the service of mandates. */
  readonly mandateUrl?: string;
  /** Starts the consumers too. */
  readonly consumes?: boolean;
  /** Of the environment, beside those that every test has. */
  readonly settings?: Readonly<Record<string, string>>;
}

interface Parts {
  readonly database: TestDatabase;
  readonly gateway: FakeGateway;
  /** Keeps no mandate at all; null where a test brings its own. */
  readonly mandates: StandInMandates | null;
  readonly institutions: StandInInstitutions;
  readonly settings: Readonly<Record<string, string>> & { readonly KEYS_DIR: string };
  /** Ends with the service. */
  readonly membership: pg.Client | undefined;
  readonly publicUrl: string;
  readonly internalUrl: string;
}

/** One file at a time joins the consumer group: two would share its partitions. */
async function onlyMember(): Promise<pg.Client> {
  const client = new pg.Client(process.env['TEST_POSTGRES_ADMIN_URL']);
  await client.connect();
  await client.query(`SELECT pg_advisory_lock(hashtext('group payment-link'))`);
  return client;
}

async function serviceOf(settings: Readonly<Record<string, string>>): Promise<INestApplication> {
  const port = await freePort();
  const config = loadConfig(PaymentLinkConfig, {
    ...settings,
    PORT: String(port),
    PUBLIC_API_URL: `http://127.0.0.1:${port}`,
  });
  return createService(paymentLinkService, config);
}

/** The whole service on a database of its own, reached over HTTP as the gateway would. */
export class TestPaymentLink {
  private constructor(
    readonly app: INestApplication,
    private readonly parts: Parts,
  ) {}

  static async start({
    sandboxUrl,
    mandateUrl,
    consumes,
    settings: own = {},
  }: PaymentLinkOptions = {}): Promise<TestPaymentLink> {
    const gateway = await FakeGateway.start();
    const mandates = mandateUrl === undefined ? await StandInMandates.start() : null;
    const institutions = await StandInInstitutions.start();
    const database = await testDatabase('payment-link', migrations);
    const keysDir = temporaryFolder();
    const purposes = [...BASE_KEY_PURPOSES, ...KEY_PURPOSES, keyPurpose('service-auth')];
    for (const purpose of purposes) {
      writeFileSync(join(keysDir, keyFileName('payment-link', purpose)), newKeyFile());
    }
    const settings = {
      HOST: '127.0.0.1',
      INTERNAL_PORT: '0',
      DATABASE_URL: database.urls.app,
      DATABASE_WORKER_URL: database.urls.worker,
      KAFKA_BROKERS: process.env['TEST_KAFKA_BROKERS'] ?? '',
      KEYS_DIR: keysDir,
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'fatal',
      GATEWAY_INTERNAL_URL: gateway.url,
      ACCOUNT_DATA_INTERNAL_URL: institutions.url,
      MANDATE_INTERNAL_URL: mandateUrl ?? mandates?.url ?? NOWHERE,
      PUBLIC_PAGES_URL: PAGES_URL,
      SANDBOX_URL: sandboxUrl ?? NOWHERE,
      SANDBOX_PUBLIC_URL: sandboxUrl ?? NOWHERE,
      SANDBOX_GATEWAY_SECRET: GATEWAY_SECRET,
      ...own,
    };
    const app = await serviceOf(settings);
    const membership = consumes ? await onlyMember() : undefined;
    if (consumes) await connectMessaging(app);
    const addresses = await listen(app);
    const standIns = { gateway, mandates, institutions };
    return new TestPaymentLink(app, { database, ...standIns, settings, membership, ...addresses });
  }

  /** Another process of the same service, over the same database. */
  async replica(
    own: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly publicUrl: string; readonly close: () => Promise<void> }> {
    const app = await serviceOf({ ...this.parts.settings, ...own });
    try {
      const { publicUrl } = await listen(app);
      return { publicUrl, close: () => app.close() };
    } catch (error) {
      // As its process would end: its jobs must not run beside those of the others.
      await app.close();
      throw error;
    }
  }

  get database(): TestDatabase {
    return this.parts.database;
  }

  get gateway(): FakeGateway {
    return this.parts.gateway;
  }

  get institutions(): StandInInstitutions {
    return this.parts.institutions;
  }

  get publicUrl(): string {
    return this.parts.publicUrl;
  }

  get internalUrl(): string {
    return this.parts.internalUrl;
  }

  get transactions(): Transactions {
    return this.app.get(Transactions);
  }

  get dueJobs(): DueJobRunner {
    return this.app.get(DueJobRunner);
  }

  /** A customer app that this service knows, with settlement accounts for the currencies. */
  async customerApp(
    currencies: readonly string[] = ['HKD'],
    appType: 'TEST' | 'LIVE' = 'TEST',
  ): Promise<TestCustomerApp> {
    const customerAppId = newId<CustomerAppId>(new Date());
    await this.tellOf(customerAppId, appType, 1);
    const token = await this.gateway.sign({
      customer_app_id: customerAppId,
      scopes: [...ALL_SCOPES],
      app_type: appType,
    });
    const app = new TestCustomerApp(this, customerAppId, token);
    for (const currency of currencies) await app.settlementAccount(currency);
    return app;
  }

  /** What the gateway's events tell of an app. */
  async tellOf(
    customerAppId: CustomerAppId,
    appType: 'TEST' | 'LIVE',
    sequence: number,
  ): Promise<void> {
    const views = this.app.get(CustomerAppViews);
    const view = {
      customerAppId,
      name: 'Harbour Books',
      appType,
      status: 'ENABLED',
      credentialGeneration: 1,
      clockOffsetMs: 0,
      clockFrozenAt: null,
      settings: { display_name: 'Harbour', accent: '#0a5c8a', logo_url: 7 },
      sequence,
    };
    await this.transactions.asWorker((tx) => views.upsert(tx, view));
  }

  async end(): Promise<void> {
    await this.app.close();
    await this.parts.membership?.end();
    await this.gateway.close();
    await this.parts.mandates?.stop();
    this.institutions.stop();
    await this.database.drop();
    rmSync(this.parts.settings.KEYS_DIR, { recursive: true });
  }
}

export class TestCustomerApp {
  constructor(
    readonly service: TestPaymentLink,
    readonly id: CustomerAppId,
    readonly token: string,
  ) {}

  send<T = Record<string, never>>(route: string, body?: unknown): Promise<Answer<T>> {
    return send<T>(this.service.publicUrl, { route, body, token: this.token });
  }

  /** As the gateway's command line opens one. */
  async settlementAccount(currency: string, members: object = {}): Promise<string> {
    const { status, body } = await this.order<{ account_id: string }>('settlement_accounts', {
      settlement_account_reference: currency,
      business_units: [currency],
      currencies: [currency],
      payment_method_types: ['CARD', 'MANUAL'],
      card_integration_id: 'GW1',
      ...members,
    });
    if (status !== 200) throw new Error(`settlement account: ${status} ${JSON.stringify(body)}`);
    return body.account_id;
  }

  /** As the gateway's command line passes on what an operator orders. */
  async order<T = Record<string, never>>(path: string, members: object): Promise<Answer<T>> {
    const token = await this.service.gateway.signForCommand('payment-link');
    return send<T>(this.service.internalUrl, {
      route: `POST /internal/${path}`,
      token,
      body: { customer_app_id: this.id, actor: 'test', ...members },
    });
  }

  /** Opens the service's database connections, so that what follows really happens at once. */
  async warmUp(): Promise<void> {
    const requests = Array.from({ length: 64 }, () => this.send('GET /payments?limit=1'));
    await Promise.all(requests);
  }

  sign(claims: Partial<AccessTokenClaims>): Promise<string> {
    return this.service.gateway.sign({ customer_app_id: this.id, ...claims });
  }

  /** Moves the app's clock in this service, without running what becomes due. */
  async moveClock(offsetMs: number, frozenAt: Date | null = null): Promise<void> {
    const { transactions, app } = this.service;
    await transactions.asWorker(async (tx) => {
      await app.get(CustomerAppViews).setClock(tx, this.id, { offsetMs, frozenAt });
    });
  }

  rows<R extends object>(sql: string, params: readonly unknown[] = []): Promise<R[]> {
    return this.service.transactions.forApp(this.id, (tx) => tx.query<R>(byValues(sql), params));
  }
}

export interface Sending {
  readonly route: string;
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function send<T>(
  baseUrl: string,
  { route, body, token, headers }: Sending,
): Promise<Answer<T>> {
  const [method = '', path = ''] = route.split(' ');
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
  });
  const received = await answer.text();
  const parsed = received === '' ? {} : (JSON.parse(received) as unknown);
  return { status: answer.status, headers: answer.headers, body: parsed as T };
}
