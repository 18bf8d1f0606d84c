import { randomUUID } from 'node:crypto';
import {
  DEFAULT_ENDPOINT,
  GatewayCredentials,
  StripeClient,
  type EndpointSecret,
  type GatewayCredential,
  type RawCallBack,
} from '@towpath/http';
import { createLogger, Metrics, type Logger } from '@towpath/observability';
import { sharedSandbox, type SandboxClient } from '@towpath/testing';
import { StripeUnavailable } from '../src/cards/card-gateways/stripe/stripe-answers.js';
import { StripeCardGateway } from '../src/cards/card-gateways/stripe/stripe-card-gateway.js';
import type { ConnectedGateway } from './connected-gateway.fixture.js';
import { ALWAYS_CHALLENGED } from './stripe-lacks.fixture.js';
import { GATEWAY_SECRET } from './sandbox.fixture.js';

/** The account of all apps of a test, at the double of Stripe. */
export class ShopCredentials extends GatewayCredentials {
  secretKey: string;
  live = false;
  gatewayAccount: string | null = null;
  isMissing = false;
  /** Another one: the account is the app's own, and serves no other app. */
  endpointId = DEFAULT_ENDPOINT;
  readonly secrets: EndpointSecret[] = [];

  constructor(readonly name: string) {
    super();
    this.secretKey = `sk_test_${name}`;
  }

  override of(): Promise<GatewayCredential | null> {
    const { secretKey, live, gatewayAccount, endpointId } = this;
    const endpoints = [{ endpointId, secrets: [] }];
    const publishableKey = `pk_test_${this.name}`;
    const credential = { secretKey, publishableKey, gatewayAccount, live, endpoints };
    return Promise.resolve(this.isMissing ? null : credential);
  }

  override endpoint(_connector: string, endpointId: string | null): Promise<EndpointSecret[]> {
    const isOurs = endpointId === null || endpointId === DEFAULT_ENDPOINT;
    return Promise.resolve(isOurs ? this.secrets : []);
  }
}

/** Of the double alone: Stripe's test mode has no such cards. */
export const DECIDED_LATER = '4000000000006975';
export const FAILS_CAPTURE = '4000000000006991';
export const DECLINED_ANEW = '4000000000006983';

/** A merchant's account at the double of Stripe, whose books begin empty. */
export class StripeShop {
  readonly credentials: ShopCredentials;
  readonly metrics = new Metrics('payment-link');
  /** What the connector logged, each line as text. */
  readonly lines: string[] = [];
  /** For a test that listens. */
  readonly callBacks: RawCallBack[] = [];
  /** Real time, and what a test adds to it. */
  aheadMs = 0;
  private readonly logger: Logger;
  private offsetMs = 0;

  private constructor(private readonly sandbox: SandboxClient) {
    this.credentials = new ShopCredentials(`pl${randomUUID().replaceAll('-', '')}`);
    const write = (line: string) => this.lines.push(line);
    this.logger = createLogger({ service: 'payment-link', level: 'info', destination: { write } });
  }

  static async open(): Promise<StripeShop> {
    return new StripeShop(await sharedSandbox());
  }

  get account(): string {
    return `acct_${this.credentials.name}`;
  }

  get url(): string {
    return this.sandbox.url;
  }

  connector(appType: 'TEST' | 'LIVE' = 'TEST', apiUrl = this.url): StripeCardGateway {
    const clock = { system: () => new Date(Date.now() + this.aheadMs) };
    const { credentials, logger, metrics } = this;
    const client = new StripeClient({
      ...{ appType, apiUrl, credentials, clock, logger, metrics },
      Unavailable: StripeUnavailable,
    });
    return new StripeCardGateway({ client, fieldsUrl: 'https://fields.test' });
  }

  /** The connector with this account behind it, as the suite of gateways wants it. */
  connected(connector: StripeCardGateway, customerAppId: string): ConnectedGateway {
    return {
      connector,
      customerAppId,
      away: this.connector('TEST', 'http://127.0.0.1:9'),
      tokenize: (number) => this.tokenize(number),
      decide: (page, decision) => this.decide(page, decision),
      // Cards at Stripe live in real time.
      setClock: () => Promise.resolve(),
      callBacks: this.callBacks,
      alwaysChallenged: ALWAYS_CHALLENGED,
      late: DECIDED_LATER,
      captureFails: FAILS_CAPTURE,
      loseCapture: ({ gatewayReference }) => this.loseCapture(gatewayReference),
    };
  }

  /** The bank takes the money of a capture back, after it succeeded. */
  async loseCapture(intent: string | null): Promise<void> {
    const { latest_charge: charge } = await this.get(`payment_intents/${intent}`);
    await this.control('lost_capture', { charge });
  }

  /** As the card fields would: the page sends the publishable key. */
  async tokenize(number: string, account?: string): Promise<string> {
    const { id } = await this.send('POST /v1/confirmation_tokens', {
      ...(account ? { _stripe_account: account } : {}),
      key: `pk_test_${this.credentials.name}`,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2060',
    });
    return String(id);
  }

  /** As the owner of the account would ask, beside the connector. */
  async get<T = Record<string, unknown>>(path: string, account?: string): Promise<T> {
    const answer = await fetch(`${this.url}/v1/${path}`, {
      headers: {
        authorization: `Bearer sk_test_${this.credentials.name}`,
        ...(account ? { 'stripe-account': account } : {}),
      },
    });
    return (await answer.json()) as T;
  }

  async list<T = Record<string, unknown>>(path: string, account?: string): Promise<T[]> {
    return (await this.get<{ data: T[] }>(path, account)).data;
  }

  async send(route: string, form: Readonly<Record<string, string>> = {}, idempotencyKey?: string) {
    const [method = '', path = ''] = route.split(' ');
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(form['key'] ? {} : { authorization: `Bearer sk_test_${this.credentials.name}` }),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      body: new URLSearchParams(form),
    });
    return (await answer.json()) as Readonly<Record<string, unknown>>;
  }

  /** A secret of this test's address; the double sends its events there. */
  async listen(url: string, events: readonly string[] = ['*']): Promise<string> {
    const form = Object.fromEntries(events.map((event, at) => [`enabled_events[${at}]`, event]));
    const { secret } = await this.send('POST /v1/webhook_endpoints', { url, ...form });
    this.credentials.secrets.push({ customerAppId: null, secret: String(secret), live: false });
    return String(secret);
  }

  /** What happens without a request of the merchant. */
  async control(what: string, body: object): Promise<Record<string, unknown>> {
    const answer = await fetch(`${this.url}/stripe/control/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${GATEWAY_SECRET}` },
      body: JSON.stringify({ account: this.account, ...body }),
    });
    const text = await answer.text();
    if (answer.status >= 300) throw new Error(text);
    return (text ? JSON.parse(text) : {}) as Record<string, unknown>;
  }

  settings(settings: object): Promise<unknown> {
    return this.control('settings', { settings });
  }

  /** The next request to the path: `before`, `after`, `lost`, `rate_limited`, `conflict` or `locked`. */
  fault(path: string, kind: string, times = 1): Promise<unknown> {
    return this.settings({ faults: [{ path, kind, times }] });
  }

  /** Moves the clock of the account, at Stripe alone. */
  async advance(seconds: number): Promise<void> {
    this.offsetMs += seconds * 1_000;
    await this.sandbox.setClock(this.account, { offsetMs: this.offsetMs });
  }

  /** The payer presses a button on the page of the bank; where that leads. */
  async decide(page: string, decision: 'approve' | 'refuse'): Promise<string> {
    const body = new URLSearchParams({ decision });
    const answer = await fetch(page, { method: 'POST', redirect: 'manual', body });
    return answer.headers.get('location') ?? '';
  }

  /** How often an alarm was given. */
  async alarms(alarm: string): Promise<number> {
    const text = await this.metrics.registry.metrics();
    const found = new RegExp(`connector_alarms_total\\{[^}]*alarm="${alarm}"[^}]*\\} (\\d+)`).exec(
      text,
    );
    return Number(found?.[1] ?? 0);
  }
}
