import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { loadConfig } from '@towpath/config';
import { ALL_SCOPES } from '@towpath/contracts';
import type {
  DisputeEvidence,
  DisputeResponse,
  ListDisputesResponse,
} from '@towpath/contracts/dispute';
import { listen } from '@towpath/http';
import { newId, type CustomerAppId } from '@towpath/kernel';
import {
  BASE_KEY_PURPOSES,
  CustomerAppViews,
  DueJobRunner,
  keyFileName,
  keyPurpose,
  newKeyFile,
  Transactions,
} from '@towpath/persistence';
import { createService } from '@towpath/service';
import { temporaryFolder } from '@towpath/local-system';
import { FakeGateway, testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import { DisputeConfig } from '../src/dispute.config.js';
import { disputeService } from '../src/dispute.service.js';
import { disputeMigrations } from '../src/migrations/index.js';
import { KEY_PURPOSES } from '../src/persistence/key-purposes.js';
import { PREVIOUS_SECRET, SECRET, type Signed } from './processor.fixture.js';
import { StandInPayments } from './stand-in-payments.fixture.js';

export const START_MS = 120_000;

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

export interface NotificationRow {
  readonly event_id: string;
  readonly outcome: string | null;
  readonly waits_for: string | null;
  readonly try_at: Date | null;
  readonly sealed_body: Buffer;
}

interface TestSettings {
  readonly sandboxUrl?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** The whole service on a database of its own, reached over HTTP as the gateway would. */
export class TestDisputes {
  private constructor(
    readonly app: INestApplication,
    readonly database: TestDatabase,
    readonly payments: StandInPayments,
    readonly gateway: FakeGateway,
    private readonly places: {
      readonly publicUrl: string;
      readonly internalUrl: string;
      readonly keysDir: string;
      readonly config: DisputeConfig;
    },
  ) {}

  static async start({
    sandboxUrl = 'http://127.0.0.1:9',
    variables = {},
  }: TestSettings = {}): Promise<TestDisputes> {
    const gateway = await FakeGateway.start();
    const payments = await StandInPayments.start();
    const database = await testDatabase('dispute', disputeMigrations);
    const keysDir = temporaryFolder();
    for (const purpose of [...BASE_KEY_PURPOSES, ...KEY_PURPOSES, keyPurpose('service-auth')]) {
      writeFileSync(join(keysDir, keyFileName('dispute', purpose)), newKeyFile());
    }
    const config = loadConfig(DisputeConfig, {
      HOST: '127.0.0.1',
      PORT: '0',
      INTERNAL_PORT: '0',
      DATABASE_URL: database.urls.app,
      DATABASE_WORKER_URL: database.urls.worker,
      KAFKA_BROKERS: process.env['TEST_KAFKA_BROKERS'] ?? '',
      KEYS_DIR: keysDir,
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'fatal',
      GATEWAY_INTERNAL_URL: gateway.url,
      PAYMENT_LINK_INTERNAL_URL: payments.url,
      SANDBOX_URL: sandboxUrl,
      SANDBOX_GATEWAY_SECRET: SECRET,
      SANDBOX_GATEWAY_PREVIOUS_SECRET: PREVIOUS_SECRET,
      ...variables,
    });
    const app = await createService(disputeService, config);
    const urls = await listen(app);
    return new TestDisputes(app, database, payments, gateway, { ...urls, keysDir, config });
  }

  /** Starts another process of the same service, over the same database, and ends it. */
  async startReplica(): Promise<void> {
    const app = await createService(disputeService, this.places.config);
    try {
      await listen(app);
    } finally {
      await app.close();
    }
  }

  get dueJobs(): DueJobRunner {
    return this.app.get(DueJobRunner);
  }

  /** A customer app that this service knows, or one that it does not know yet. */
  async customerApp(type: 'TEST' | 'LIVE' | 'UNKNOWN' = 'TEST'): Promise<TestApp> {
    const id = newId<CustomerAppId>(new Date());
    const token = await this.gateway.sign({
      customer_app_id: id,
      scopes: [...ALL_SCOPES],
      app_type: type === 'LIVE' ? 'LIVE' : 'TEST',
    });
    const app = new TestApp(this, id, token);
    if (type !== 'UNKNOWN') await app.tell({ type });
    return app;
  }

  async notify(path: string, signed: Signed): Promise<Answer<{ error?: { error_code: string } }>> {
    const answer = await fetch(`${this.places.publicUrl}/notifications/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed.headers },
      body: signed.body,
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as object) };
  }

  async notifyForText(path: string, signed: Signed) {
    const answer = await fetch(`${this.places.publicUrl}/notifications/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed.headers },
      body: signed.body,
    });
    return { status: answer.status, text: await answer.text() };
  }

  async send<T>(
    route: string,
    { token, body, type }: { token: string; body?: BodyInit; type?: string | undefined },
  ) {
    const [method = '', path = ''] = route.split(' ');
    const answer = await fetch(`${this.places.publicUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}) },
      ...(body ? { body } : {}),
    });
    return { status: answer.status, body: (await answer.json()) as T };
  }

  get internalUrl(): string {
    return this.places.internalUrl;
  }

  /** As the administrator, who sees every row. */
  async query<R extends object>(sql: string, params: readonly unknown[] = []): Promise<R[]> {
    const client = new pg.Client({ connectionString: this.database.adminUrl });
    await client.connect();
    try {
      return (await client.query<R>(sql, [...params])).rows;
    } finally {
      await client.end();
    }
  }

  /** Customer apps whose rows the app role sees in a session of this one. */
  async visible(table: string, customerAppId: string): Promise<string[]> {
    const client = new pg.Client({ connectionString: this.database.urls.app });
    await client.connect();
    try {
      await client.query(`SELECT set_config('app.customer_app_id', $1, false)`, [customerAppId]);
      const { rows } = await client.query<{ customer_app_id: string }>(
        `SELECT DISTINCT customer_app_id FROM ${table}`,
      );
      return rows.map((row) => row.customer_app_id);
    } finally {
      await client.end();
    }
  }

  async end(): Promise<void> {
    await this.app.close();
    await this.gateway.close();
    await this.payments.stop();
    await this.database.drop();
    rmSync(this.places.keysDir, { recursive: true });
  }
}

let sequence = 0;

export class TestApp {
  constructor(
    private readonly service: TestDisputes,
    readonly id: CustomerAppId,
    readonly token: string,
  ) {}

  /** What the gateway's events tell of the app; its clock stands still at `frozenAt`. */
  async tell({
    type = 'TEST',
    frozenAt = null,
  }: { readonly type?: 'TEST' | 'LIVE'; readonly frozenAt?: Date | null } = {}): Promise<void> {
    const views = this.service.app.get(CustomerAppViews);
    const view = {
      customerAppId: this.id,
      name: 'Harbour Books',
      appType: type,
      status: 'ENABLED',
      credentialGeneration: 1,
      clockOffsetMs: 0,
      clockFrozenAt: frozenAt,
      settings: {},
      sequence: (sequence += 1),
    };
    await this.service.app.get(Transactions).asWorker((tx) => views.upsert(tx, view));
  }

  list(query = ''): Promise<Answer<ListDisputesResponse>> {
    return this.service.send('GET /disputes' + query, { token: this.token });
  }

  get<T = object>(path: string): Promise<Answer<T>> {
    return this.service.send<T>(`GET ${path}`, { token: this.token });
  }

  post<T = object>(path: string): Promise<Answer<T>> {
    return this.service.send<T>(`POST ${path}`, { token: this.token });
  }

  /** A body as it is, with its own content type or with this one. */
  upload<T = DisputeEvidence>(
    disputeId: string,
    body: BodyInit,
    type?: string,
  ): Promise<Answer<T>> {
    const sent = { token: this.token, body, type };
    return this.service.send<T>(`POST /disputes/${disputeId}/evidence`, sent);
  }

  async disputes(): Promise<DisputeResponse[]> {
    return (await this.list()).body.disputes;
  }

  notifications(): Promise<NotificationRow[]> {
    return this.service.query(
      `SELECT event_id, outcome, waits_for, try_at, sealed_body FROM processor_notifications
       WHERE customer_app_id = $1 ORDER BY received_at, event_id`,
      [this.id],
    );
  }

  /** Names of the published events of its disputes, in the order of their sequence. */
  async events(): Promise<string[]> {
    const rows = await this.service.query<{ event_name: string }>(
      `SELECT event_name FROM outbox WHERE customer_app_id = $1
       ORDER BY message_key, sequence`,
      [this.id],
    );
    return rows.map((row) => row.event_name);
  }

  /** All that waits is tried again, as if its time had come. */
  async retry(): Promise<void> {
    await this.service.query(
      `UPDATE processor_notifications SET try_at = now()
       WHERE customer_app_id = $1 AND try_at IS NOT NULL`,
      [this.id],
    );
    await this.service.dueJobs.runFor(this.id);
  }
}
