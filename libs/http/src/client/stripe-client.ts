import { setTimeout as pause } from 'node:timers/promises';
import { awaitedLater, plusMs, type Clock } from '@towpath/kernel';
import { markLogged, type Logger, type Metrics } from '@towpath/observability';
import type Stripe from 'stripe';
import type { GatewayCredential, GatewayCredentials } from './gateway-credentials.js';
import { PeerUnavailable } from './peer-errors.js';
import { modesIn, stripeHttp, withoutStack } from './stripe-http.js';
import { STRIPE } from './stripe-keys.js';
import {
  STRIPE_TRIAL_MS,
  StripeRests,
  type StripeAdmitted,
  type StripeOutcome,
} from './stripe-rests.js';

/** Of calls and of webhook endpoints; the SDK has the types of this version. */
const API_VERSION = '2026-10-28.endive';
/** The longest time in ms of one call of ours, with all requests that it makes. */
export const STRIPE_CALL_MS = 30_000;
const KEY = /^(?:sk|rk)_(live|test)_/;
const ACCOUNT = /^acct_\w+$/;
/** Another request uses the key or the object, and ends soon. */
const IN_USE = 409;
const IN_USE_PAUSES_MS = [100, 200, 400, 800, 1_600];
/** Wrong or revoked key, wrong account, too many requests: asking again at once makes it worse. */
const PAUSED: ReadonlySet<number> = new Set([401, 403, 429]);
const REFUSALS: ReadonlySet<number> = new Set([400, 402, 404]);

/**
 * What needs a person.
 * - `CREDENTIALS`: no key, or Stripe refuses the key or the account.
 * - `MODE`: a test key for a live app, or the reverse, or an answer of the other mode.
 * - `LOST`: Stripe does not have a payment that we committed: the key is of another account.
 * - `BALANCE`: a refund waits until the balance at Stripe is larger.
 * - `AMOUNT`: another amount was captured.
 */
type Alarm = 'CREDENTIALS' | 'MODE' | 'LOST' | 'BALANCE' | 'AMOUNT';

interface RefusalFacts {
  readonly status: number;
  /** For example `resource_missing`. */
  readonly code: string | null;
  readonly declineCode: string | null;
  /** The parameter that was refused. */
  readonly param: string | null;
  readonly requestId: string | null;
}

/**
 * Stripe refused the request, or a card was declined. It has none of Stripe's objects and texts: an
 * intent contains its client secret.
 */
export class StripeRefused extends Error {
  override readonly name = 'StripeRefused';

  constructor(readonly facts: RefusalFacts) {
    super(`HTTP ${facts.status} ${facts.declineCode ?? facts.code ?? ''}`);
  }
}

export interface StripePlace {
  readonly customerAppId: string;
  /** The connected account that charges; null for the account of the key. */
  readonly gatewayAccount: string | null;
}

/** The connector's own error for an unknown outcome; `status` is null without an answer. */
type Unavailable = new (
  reason: string,
  status: number | null,
) => Error & { readonly status: number | null };

interface StripeClientOptions {
  readonly appType: 'TEST' | 'LIVE';
  readonly apiUrl: string;
  readonly credentials: GatewayCredentials;
  readonly clock: Pick<Clock, 'system'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly Unavailable: Unavailable;
}

/** One request within a call: `options` name the account and the time that is left. */
export type StripeRequest<T> = (stripe: Stripe, options: Stripe.RequestOptions) => Promise<T>;

/** The SDK, with a client for each secret key, and what goes wrong with accounts. */
export class StripeClient {
  private readonly clients = new Map<string, Stripe>();
  readonly rests: StripeRests;
  private readonly alarms;

  constructor(readonly options: StripeClientOptions) {
    this.rests = new StripeRests(options.clock);
    this.alarms = options.metrics.counter({
      name: 'connector_alarms_total',
      help: 'What a person must mend at a processor: CREDENTIALS, MODE, LOST, BALANCE or AMOUNT.',
      labels: ['connector', 'app_type', 'alarm'],
    });
  }

  get live(): boolean {
    return this.options.appType === 'LIVE';
  }

  /** Null for an app without an account at Stripe. Throws if its key is of the other mode. */
  async find(place: StripePlace): Promise<StripeAccount | null> {
    const { credentials, appType } = this.options;
    const { customerAppId } = place;
    const credential = await credentials
      .of({ customerAppId, appType, connector: STRIPE })
      .catch((error: unknown) => {
        throw error instanceof PeerUnavailable ? this.unavailable('no keys are read') : error;
      });
    if (!credential) return null;
    const mode = KEY.exec(credential.secretKey)?.[1];
    if (credential.live !== this.live || mode !== (this.live ? 'live' : 'test'))
      throw this.alarm('MODE', 'a key of the other mode');
    const account = place.gatewayAccount ?? credential.gatewayAccount;
    // Direct charges only: the header names the account, and no request names another.
    if (account !== null && !ACCOUNT.test(account))
      throw this.alarm('CREDENTIALS', 'the gateway account is no acct_…');
    return new StripeAccount(this, {
      stripe: await this.clientOf(credential),
      credential,
      account,
    });
  }

  async hasKeysOf(customerAppId: string): Promise<boolean> {
    const { credentials, appType } = this.options;
    return (await credentials.of({ customerAppId, appType, connector: STRIPE })) !== null;
  }

  /** For one call: its 30 s begin now. */
  async at(place: StripePlace): Promise<StripeAccount> {
    const account = await this.find(place);
    if (!account) throw this.alarm('CREDENTIALS', 'the app has no account at Stripe');
    return account;
  }

  /** Counts and logs it; the error to throw, which nobody logs again. */
  alarm(alarm: Alarm, reason: string, status: number | null = null): Error {
    const { appType, logger } = this.options;
    this.alarms.inc({ connector: STRIPE, app_type: appType, alarm });
    logger.error({ alarm, reason, app_type: appType }, 'Stripe needs attention');
    return markLogged(this.unavailable(reason, status));
  }

  unavailable(reason: string, status: number | null = null): Error {
    return new this.options.Unavailable(reason, status);
  }

  /** Loaded at the first use: a service without an account at Stripe does not pay for it. */
  async sdk(): Promise<typeof Stripe> {
    return (await import('stripe')).default;
  }

  private async clientOf({ secretKey }: GatewayCredential): Promise<Stripe> {
    const known = this.clients.get(secretKey);
    if (known) return known;
    const Sdk = await this.sdk();
    const { hostname: host, port, protocol } = new URL(this.options.apiUrl);
    const made = new Sdk(secretKey, {
      apiVersion: API_VERSION,
      host,
      port: port || (protocol === 'http:' ? 80 : 443),
      protocol: protocol === 'http:' ? 'http' : 'https',
      timeout: STRIPE_CALL_MS,
      maxNetworkRetries: 0,
      telemetry: false,
      httpClient: stripeHttp(Sdk),
    });
    this.clients.set(secretKey, made);
    return made;
  }
}

interface OpenedAccount {
  readonly stripe: Stripe;
  readonly credential: GatewayCredential;
  readonly account: string | null;
}

/** One account for one call of ours: all that it asks has to end in the time of a call. */
export class StripeAccount {
  private readonly deadline: Date;
  private readonly name: string;

  constructor(
    private readonly client: StripeClient,
    private readonly opened: OpenedAccount,
  ) {
    this.deadline = plusMs(client.options.clock.system(), STRIPE_CALL_MS);
    this.name = `${opened.credential.secretKey} ${opened.account ?? ''}`;
  }

  /** With the time of a call from now on: for a reading whose requests nobody can count before. */
  again(): StripeAccount {
    return new StripeAccount(this.client, this.opened);
  }

  get credential(): GatewayCredential {
    return this.opened.credential;
  }

  /** `acct_…`; null for the account of the key. */
  get account(): string | null {
    return this.opened.account;
  }

  /** Throws `StripeRefused`, or the connector's error for an unknown outcome. */
  async ask<T>(request: StripeRequest<T>): Promise<T> {
    for (const pauseMs of IN_USE_PAUSES_MS) {
      try {
        return await this.askOnce(request);
      } catch (error) {
        const isSilence = error instanceof this.client.options.Unavailable;
        if (!isSilence || error.status !== IN_USE) throw error;
        // Many that wait for one key do not come back together.
        await pause(pauseMs * (0.5 + Math.random()));
      }
    }
    return this.askOnce(request);
  }

  private async askOnce<T>(request: StripeRequest<T>): Promise<T> {
    const { client, name } = this;
    if (this.leftMs <= 0) throw client.unavailable('the time of the call is over');
    const call = await client.rests.admit(name);
    if (typeof call === 'string') throw client.unavailable(call);
    const answer = awaitedLater(this.answerTo(request, call));
    return call.isTrial ? this.inTime(answer, STRIPE_TRIAL_MS) : answer;
  }

  private async answerTo<T>(request: StripeRequest<T>, call: StripeAdmitted): Promise<T> {
    const { client, name, leftMs: timeout } = this;
    const { stripe, account } = this.opened;
    const options = { timeout, ...(account ? { stripeAccount: account } : {}) };
    const asked = withoutStack(() => request(stripe, options));
    const answer = await this.inTime(asked, timeout).catch((error: unknown) => {
      call.settle(this.outcomeOf(error));
      throw this.errorOf(error);
    });
    call.settle('ANSWERED');
    client.rests.answered(name);
    if (modesIn(answer).includes(!client.live))
      throw client.alarm('MODE', 'an answer of the other mode');
    return answer;
  }

  private get leftMs(): number {
    return this.deadline.getTime() - this.client.options.clock.system().getTime();
  }

  /** The SDK's own time-out begins again with each byte. */
  private async inTime<T>(asked: Promise<T>, ms: number): Promise<T> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(this.client.unavailable(`no whole answer within ${ms} ms`));
    }, ms);
    try {
      return await Promise.race([asked, late.promise]);
    } finally {
      // An aborted signal would make an error, with its stack, for each request.
      clearTimeout(timer);
    }
  }

  /** A defect of ours says nothing about Stripe. */
  private outcomeOf(error: unknown): StripeOutcome {
    if (error instanceof this.opened.stripe.errors.StripeError) {
      if (error.statusCode === undefined) return 'SILENCE';
      return error.statusCode >= 500 ? 'ERROR' : 'ANSWERED';
    }
    return error instanceof this.client.options.Unavailable ? 'SILENCE' : 'UNTOLD';
  }

  /** Without Stripe's own error: it may contain an intent with its client secret. */
  private errorOf(error: unknown): unknown {
    const { client, name, opened } = this;
    if (!(error instanceof opened.stripe.errors.StripeError)) return error;
    const { statusCode: status, rawType: type, code, decline_code, param, requestId } = error;
    const isKnown = type === 'invalid_request_error' || type === 'card_error';
    if (status !== undefined && REFUSALS.has(status) && isKnown) {
      client.rests.answered(name);
      return new StripeRefused({
        status,
        code: code ?? null,
        declineCode: decline_code || null,
        param: param ?? null,
        requestId: requestId ?? null,
      });
    }
    const reason = [`HTTP ${status ?? 'none'}`, type, code, requestId].filter(Boolean).join(' ');
    if (code === 'lock_timeout') return client.unavailable(reason, IN_USE);
    if (status !== undefined && PAUSED.has(status)) client.rests.refused(name);
    if (status === 401 || status === 403) return client.alarm('CREDENTIALS', reason, status);
    return client.unavailable(reason, status ?? null);
  }
}
