import type { DynamicModule, InjectionToken, Provider } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadConfig } from '@towpath/config';
import {
  ALL_SCOPES,
  HOSTED_LINK_SESSION_SCOPES,
  LINK_TOKEN_SCOPES,
  type AccessTokenClaims,
} from '@towpath/contracts';
import type { OperatorClaim } from '@towpath/contracts/operator';
import { compressLists, listen, PublicKeySource } from '@towpath/http';
import { newId, type ClientId, type CustomerAppId } from '@towpath/kernel';
import {
  BASE_KEY_PURPOSES,
  CustomerAppViews,
  keyFileName,
  keyPurpose,
  newKeyFile,
  Transactions,
} from '@towpath/persistence';
import type { Logger } from '@towpath/observability';
import { createService } from '@towpath/service';
import { temporaryFolder } from '@towpath/local-system';
import {
  OperatorAt,
  operatorClaims,
  testDatabase,
  type SignedClaims,
  type TestDatabase,
} from '@towpath/testing';
import { generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AccountDataConfig } from '../src/account-data.config.js';
import { accountDataService } from '../src/account-data.service.js';
import { AppModule } from '../src/app.module.js';
import { InstitutionConnectionsService } from '../src/banks/institution-connections/institution-connections.service.js';
import type { InstitutionConnector } from '../src/banks/institution-connections/institution-connector.js';
import { AccountHoldersReads } from '../src/data/account-holders/account-holders.reads.js';
import { RetrievedDataService } from '../src/data/retrieved-data/retrieved-data.service.js';
import { KEY_PURPOSES } from '../src/key-purposes.js';
import { accountDataMigrations } from '../src/migrations/index.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

const SERVICE = 'account-data' as const;
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';
/** Base address of links in answers. */
export const PUBLIC_URL = 'https://api.example';
/** Base address of the hosted pages. */
export const PAGES_URL = 'https://pages.example';
const SANDBOX_SECRET = 'a-secret-of-the-simulated-bank-for-tests';

export interface Answered<T> {
  readonly status: number;
  readonly body: T;
}

/** Stores batches, as the service or in its place. */
export type Storing = Pick<RetrievedDataService, 'store'>;
export type Erasing = Pick<RetrievedDataService, 'erase' | 'eraseUncovered'>;
export type AssessingIncome = Pick<AccountHoldersReads, 'assessIncome'>;

interface StandInStores {
  readonly store: Storing;
  readonly erasure: Erasing;
  readonly income: AssessingIncome;
}

/** In the place of banks, and of what stores their data; the real ones where none is given. */
export interface StandIns extends Partial<StandInStores> {
  readonly bank: InstitutionConnector;
}

/** What stands in, by the class in whose place it is. */
function standInsByClass({ bank, store, erasure, income }: StandIns): Map<InjectionToken, unknown> {
  const logger = { warn: () => undefined, error: () => undefined } as unknown as Logger;
  const connections = new InstitutionConnectionsService([bank], logger);
  const byClass = new Map<InjectionToken, unknown>([[InstitutionConnectionsService, connections]]);
  if (store && erasure) {
    byClass.set(RetrievedDataService, {
      store: (...batch: Parameters<Storing['store']>) => store.store(...batch),
      erase: (...whose: Parameters<Erasing['erase']>) => erasure.erase(...whose),
      eraseUncovered: (...whose: Parameters<Erasing['eraseUncovered']>) =>
        erasure.eraseUncovered(...whose),
    });
  }
  if (income) byClass.set(AccountHoldersReads, income);
  return byClass;
}

/** The service on a database of its own and real ports. */
export class TestAccountData {
  /** Of the browser or server that posts, as the API gateway would tell it. */
  clientAddress: string | null = null;

  private constructor(
    private readonly app: NestFastifyApplication,
    private readonly urls: { readonly publicUrl: string; readonly internalUrl: string },
    private readonly database: TestDatabase,
    private readonly keysDir: string,
    private readonly tokenKey: CryptoKey,
    readonly gateway: StandInGateway,
  ) {}

  static async start(standIns?: StandIns): Promise<TestAccountData> {
    const database = await testDatabase(SERVICE, accountDataMigrations);
    const keysDir = temporaryFolder();
    for (const purpose of [...BASE_KEY_PURPOSES, ...KEY_PURPOSES, keyPurpose('service-auth')]) {
      writeFileSync(join(keysDir, keyFileName(SERVICE, purpose)), newKeyFile());
    }
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const gateway = await StandInGateway.start((order) => signed(privateKey, ordered(order)));
    const config = loadConfig(AccountDataConfig, {
      PORT: '0',
      INTERNAL_PORT: '0',
      DATABASE_URL: database.urls.app,
      DATABASE_WORKER_URL: database.urls.worker,
      KAFKA_BROKERS: process.env['TEST_KAFKA_BROKERS'] ?? '',
      KEYS_DIR: keysDir,
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'fatal',
      GATEWAY_INTERNAL_URL: gateway.url,
      PUBLIC_API_URL: PUBLIC_URL,
      PUBLIC_PAGES_URL: PAGES_URL,
      SANDBOX_URL: NOWHERE,
      SANDBOX_PUBLIC_URL: NOWHERE,
      SANDBOX_GATEWAY_SECRET: SANDBOX_SECRET,
    });
    const keys = { provide: PublicKeySource, useValue: new FixedKey(publicKey) };
    const module = (settings: AccountDataConfig) => {
      const own = moduleOf(settings, standIns);
      return { ...own, providers: [...(own.providers ?? []), keys] };
    };
    const app = await createService({ ...accountDataService, module }, config);
    compressLists(app);
    const urls = await listen(app);
    return new TestAccountData(app, urls, database, keysDir, privateKey, gateway);
  }

  /** Where its providers are looked up. */
  get providers(): Pick<NestFastifyApplication, 'get'> {
    return this.app;
  }

  /** A customer app that this service knows. */
  async customerApp(
    appType: 'TEST' | 'LIVE' = 'TEST',
    settings: Readonly<Record<string, unknown>> = {},
  ): Promise<CustomerAppId> {
    const customerAppId = newId<CustomerAppId>(new Date());
    const views = this.app.get(CustomerAppViews);
    await this.app.get(Transactions).asWorker((tx) =>
      views.upsert(tx, {
        customerAppId,
        name: 'Shop',
        appType,
        status: 'ENABLED',
        credentialGeneration: 1,
        clockOffsetMs: 0,
        clockFrozenAt: null,
        settings,
        sequence: 1,
      }),
    );
    return customerAppId;
  }

  /** A part of the service. */
  part<T>(type: abstract new (...args: never[]) => T): T {
    return this.app.get<T>(type);
  }

  /** A customer token with every scope; `claims` replace the usual ones. */
  token(app: CustomerAppId, claims: Partial<AccessTokenClaims> = {}): Promise<string> {
    return signed(this.tokenKey, { sub: app, customer_app_id: app, ...claims });
  }

  /** `serviceToken` says who calls an internal route. */
  serviceToken(caller: string): Promise<string> {
    const claims = { sub: caller, aud: SERVICE, token_use: 'service' } as const;
    return this.token('' as CustomerAppId, claims);
  }

  /** For a route that commands of operators call. */
  commandToken(): Promise<string> {
    const operator = { role: 'admin', purpose: 'act' } as const;
    return this.token('' as CustomerAppId, operatorClaims(SERVICE, operator));
  }

  /** An operator whose gateway asks this service. */
  operator(claim: Partial<OperatorClaim> = {}): OperatorAt {
    const sign = (claims: SignedClaims) => this.token('' as CustomerAppId, claims);
    const { internalUrl } = this.urls;
    return new OperatorAt({ service: SERVICE, internalUrl, gateway: { sign } }, claim);
  }

  async get<T>(path: string, token?: string): Promise<Answered<T>> {
    const answer = await this.fetch(path, token ? { authorization: `Bearer ${token}` } : {});
    return { status: answer.status, body: (await answer.json()) as T };
  }

  async post<T>(path: string, body: object, token: string): Promise<Answered<T>> {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(this.clientAddress !== null && { 'x-client-address': this.clientAddress }),
    };
    const { publicUrl, internalUrl } = this.urls;
    const base = path.startsWith('/internal/') ? internalUrl : publicUrl;
    const answer = await fetch(`${base}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as T };
  }

  /** As it is said, on the public port. */
  async send<T>(path: string, request: RequestInit): Promise<Answered<T>> {
    const answer = await fetch(`${this.urls.publicUrl}${path}`, request);
    return { status: answer.status, body: (await answer.json()) as T };
  }

  async delete<T>(path: string, token: string): Promise<Answered<T>> {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${this.urls.publicUrl}${path}`, { method: 'DELETE', headers });
    return { status: answer.status, body: (await answer.json()) as T };
  }

  fetch(
    path: string,
    headers: Readonly<Record<string, string>>,
    redirect: 'follow' | 'manual' = 'follow',
  ): Promise<Response> {
    const { publicUrl, internalUrl } = this.urls;
    const base = path.startsWith('/internal/') ? internalUrl : publicUrl;
    return fetch(`${base}${path}`, { headers, redirect });
  }

  async end(): Promise<void> {
    await this.app.close();
    await this.gateway.stop();
    await this.database.drop();
    rmSync(this.keysDir, { recursive: true });
  }
}

/** What the gateway's mint puts into the token of a hosted link. */
function ordered(order: Readonly<Record<string, unknown>>): Partial<AccessTokenClaims> {
  const opens = order['purpose'] === 'OPEN';
  const text = (name: string) => (order[name] as string | undefined) ?? '';
  return {
    sub: text('customer_app_id'),
    customer_app_id: text('customer_app_id'),
    login_identity_id: text('login_identity_id'),
    customization_id: text('session_id'),
    token_use: 'hosted_link',
    scopes: opens ? LINK_TOKEN_SCOPES : HOSTED_LINK_SESSION_SCOPES,
    ...(opens && { jti: text('session_id') }),
  };
}

function signed(key: CryptoKey, claims: Partial<AccessTokenClaims>): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const usual = {
    iss: 'test',
    aud: 'public',
    iat: now,
    exp: now + 600,
    jti: newId(new Date()),
    token_use: 'customer',
    client_id: newId<ClientId>(new Date()),
    login_identity_id: '',
    scopes: [...ALL_SCOPES],
    gen: 1,
    app_type: 'TEST',
  };
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'test' })
    .sign(key);
}

/** With what stands in, in the place of the providers of its areas. */
function moduleOf(settings: AccountDataConfig, standIns: StandIns | undefined): DynamicModule {
  const module = AppModule.forRoot(settings);
  if (!standIns) return module;
  const byClass = standInsByClass(standIns);
  // Providers of a dynamic module replace those of the class.
  const imports = (module.imports ?? []).map((each) => {
    if (typeof each !== 'function') return each;
    const own = Reflect.getMetadata('providers', each) as readonly Provider[];
    const provided = own.map((one) => (typeof one === 'function' ? one : one.provide));
    const replaced = [...byClass].filter(([provide]) => provided.includes(provide));
    return {
      module: each,
      providers: replaced.map(([provide, useValue]) => ({ provide, useValue })),
    };
  });
  return { ...module, imports };
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
