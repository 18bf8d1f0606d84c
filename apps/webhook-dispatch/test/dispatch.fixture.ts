import type { DynamicModule, Provider } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadConfig } from '@towpath/config';
import {
  eventRegistry,
  publicWebhookOf,
  type AccessTokenClaims,
  type EventName,
  type PayloadOf,
} from '@towpath/contracts';
import type { OperatorClaim } from '@towpath/contracts/operator';
import { listen, PublicKeySource } from '@towpath/http';
import { newId, type ClientId, type CustomerAppId, type EventId } from '@towpath/kernel';
import { connectMessaging } from '@towpath/messaging';
import {
  BASE_KEY_PURPOSES,
  CustomerAppViews,
  keyFileName,
  keyPurpose,
  newKeyFile,
  Transactions,
} from '@towpath/persistence';
import { createService } from '@towpath/service';
import { temporaryFolder } from '@towpath/local-system';
import { OperatorAt, testDatabase, type SignedClaims, type TestDatabase } from '@towpath/testing';
import { generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppModule } from '../src/app.module.js';
import { DeliverySender } from '../src/delivering/rounds/delivery-sender.js';
import { WebhookEventsService } from '../src/recording/events/webhook-events.service.js';
import { webhookDispatchMigrations } from '../src/migrations/index.js';
import { KEY_PURPOSES } from '../src/persistence/key-purposes.js';
import { RealTime } from '../src/time/real-time.js';
import { WebhookDispatchConfig } from '../src/webhook-dispatch.config.js';
import { webhookDispatchService } from '../src/webhook-dispatch.service.js';

export const LOOPBACK = '127.0.0.0/8,::1/128';
const SERVICE = 'webhook-dispatch';
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';

/** Real time that a test can move forward. */
export class MovableTime extends RealTime {
  advance(ms: number): void {
    this.shiftMs += ms;
  }
}

export interface DispatchOptions {
  readonly allowedTargets?: string;
  /** Replace providers of the app, by their token. */
  readonly providers?: readonly Provider[];
  /** Joins the consumer group: one spec file at a time. */
  readonly consume?: boolean;
  /** Default: nobody answers there. */
  readonly gatewayUrl?: string;
  readonly maxInFlight?: number;
  /** Of another process of the same service. */
  readonly shared?: Pick<Dispatch, 'database' | 'keysDir'>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
  /** Of an answer that is a refusal. */
  readonly error?: { readonly error_code: string; readonly details: string } | undefined;
  readonly text: string;
}

export interface TestApp {
  readonly id: CustomerAppId;
  call(method: string, path: string, body?: unknown): Promise<Answered>;
}

/** The service on a database of its own and real ports. */
export class Dispatch {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly publicUrl: string,
    readonly internalUrl: string,
    readonly database: TestDatabase,
    readonly keysDir: string,
    private readonly tokenKey: CryptoKey,
    private readonly owned: boolean,
  ) {}

  static async start(options: DispatchOptions = {}): Promise<Dispatch> {
    const database =
      options.shared?.database ?? (await testDatabase(SERVICE, webhookDispatchMigrations));
    const keysDir = options.shared?.keysDir ?? writeKeys(temporaryFolder());
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const config = loadConfig(WebhookDispatchConfig, environment(database, keysDir, options));
    const keys = { provide: PublicKeySource, useValue: new FixedKey(publicKey) };
    const replaced = [{ provide: RealTime, useClass: MovableTime }, ...(options.providers ?? [])];
    const definition = {
      ...webhookDispatchService,
      module: (given: WebhookDispatchConfig) => {
        const module = AppModule.forRoot(given);
        for (const each of [module, ...((module.imports ?? []) as DynamicModule[])]) {
          each.providers = [...(each.providers ?? []).map((own) => among(replaced, own)), keys];
        }
        return module;
      },
    };
    const app = await createService(definition, config);
    if (options.consume) await connectMessaging(app);
    const { publicUrl, internalUrl } = await listen(app);
    return new Dispatch(
      app,
      publicUrl,
      internalUrl,
      database,
      keysDir,
      privateKey,
      !options.shared,
    );
  }

  get time(): MovableTime {
    return this.app.get<RealTime, MovableTime>(RealTime);
  }

  get transactions(): Transactions {
    return this.app.get(Transactions);
  }

  /** Moves real time and looks for what is due by then. */
  async advance(ms: number): Promise<void> {
    this.time.advance(ms);
    await this.app.get(DeliverySender).poll();
  }

  async createApp(appType: 'TEST' | 'LIVE' = 'TEST'): Promise<TestApp> {
    const id = newId<CustomerAppId>(new Date());
    const views = this.app.get(CustomerAppViews);
    await this.transactions.asWorker((tx) =>
      views.upsert(tx, {
        customerAppId: id,
        name: 'Shop',
        appType,
        status: 'ENABLED',
        credentialGeneration: 1,
        clockOffsetMs: 0,
        clockFrozenAt: null,
        settings: {},
        sequence: 1,
      }),
    );
    const token = await this.token(id);
    return { id, call: (method, path, body) => this.call({ method, path, token, body }) };
  }

  /** A customer token; `claims` replace the usual ones. */
  token(app: CustomerAppId, claims: Partial<AccessTokenClaims> = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const usual: AccessTokenClaims = {
      iss: 'test',
      sub: app,
      aud: 'public',
      iat: now,
      exp: now + 600,
      jti: newId(new Date()),
      token_use: 'customer',
      client_id: newId<ClientId>(new Date()),
      customer_app_id: app,
      login_identity_id: '',
      scopes: ['webhook:read', 'webhook:write'],
      gen: 1,
      app_type: 'TEST',
    };
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'test' })
      .sign(this.tokenKey);
  }

  /** An operator whose gateway asks this service. */
  operator(claim: Partial<OperatorClaim> = {}): OperatorAt {
    const sign = (claims: SignedClaims) => this.token('' as CustomerAppId, claims);
    const { internalUrl } = this;
    return new OperatorAt({ service: SERVICE, internalUrl, gateway: { sign } }, claim);
  }

  async call(request: {
    readonly method: string;
    readonly path: string;
    readonly token?: string;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  }): Promise<Answered> {
    const { method, path, token, body, headers = {} } = request;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(`${this.publicUrl}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: text }),
    });
    const answered = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return {
      status: answer.status,
      headers: answer.headers,
      text: answered,
      ...parsed(isJson ? answered : '{}'),
    };
  }

  /** Stores the webhook of an event as its consumer does. Returns the event's ID. */
  async tell<N extends EventName>(
    app: CustomerAppId,
    name: N,
    change: Partial<PayloadOf<N>> = {},
  ): Promise<EventId> {
    const { example } = eventRegistry.byName(name, 1);
    const payload = { ...example, customer_app_id: app, ...change } as PayloadOf<N>;
    const webhook = publicWebhookOf(name, payload);
    if (!webhook) throw new Error(`${name} has no webhook`);
    const eventId = newId<EventId>(new Date());
    await this.transactions.forApp(app, (tx) =>
      this.app.get(WebhookEventsService).record(tx, [{ eventId, webhook }]),
    );
    return eventId;
  }

  async stop(): Promise<void> {
    await this.app.close();
    if (!this.owned) return;
    await this.database.drop();
    rmSync(this.keysDir, { recursive: true });
  }
}

/** The provider that replaces this one, or itself. */
function among(replaced: readonly Provider[], own: Provider): Provider {
  return replaced.find((each) => tokenOf(each) === tokenOf(own)) ?? own;
}

function tokenOf(provider: Provider): unknown {
  return 'provide' in provider ? provider.provide : provider;
}

function parsed(text: string): Pick<Answered, 'body' | 'error'> {
  const body = JSON.parse(text) as Answered['body'];
  return 'error' in body ? { body, error: body['error'] as Answered['error'] } : { body };
}

class FixedKey extends PublicKeySource {
  constructor(private readonly key: CryptoKey) {
    super();
  }

  override find(): Promise<CryptoKey> {
    return Promise.resolve(this.key);
  }

  override trusts(): boolean {
    return true;
  }
}

function writeKeys(keysDir: string): string {
  for (const purpose of [...BASE_KEY_PURPOSES, ...KEY_PURPOSES, keyPurpose('service-auth')]) {
    writeFileSync(join(keysDir, keyFileName(SERVICE, purpose)), newKeyFile());
  }
  return keysDir;
}

function environment(
  { urls }: TestDatabase,
  keysDir: string,
  { allowedTargets = LOOPBACK, maxInFlight = 1024, gatewayUrl = NOWHERE }: DispatchOptions,
): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    PORT: '0',
    INTERNAL_PORT: '0',
    DATABASE_URL: urls.app,
    DATABASE_WORKER_URL: urls.worker,
    KAFKA_BROKERS: process.env['TEST_KAFKA_BROKERS'] ?? '',
    KEYS_DIR: keysDir,
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'fatal',
    GATEWAY_INTERNAL_URL: gatewayUrl,
    WEBHOOK_ALLOWED_TARGETS: allowedTargets,
    WEBHOOK_MAX_IN_FLIGHT: String(maxInFlight),
  };
}
