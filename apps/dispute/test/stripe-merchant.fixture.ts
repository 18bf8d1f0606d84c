import { createHmac } from 'node:crypto';
import { SHARED_SANDBOX, sharedSandbox, type SandboxClient } from '@towpath/testing';
import type { Signed } from './processor.fixture.js';

export const WEBHOOK_SECRET = 'whsec_of_this_test';
export const CHARGEBACK = 'pm_card_createDispute';
export const INQUIRY = 'pm_card_createDisputeInquiry';

export interface StripeDispute {
  readonly id: string;
  readonly status: string;
  readonly payment_intent: string;
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly evidence_details: { readonly submission_count: number };
}

interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly object: StripeDispute };
}

let merchants = 0;

/** The owner of an account at the double of Stripe, whose books begin empty. */
export class StripeMerchant {
  private readonly name: string;

  private constructor(private readonly sandbox: SandboxClient) {
    merchants += 1;
    this.name = `dp${process.pid}s${merchants}`;
  }

  static async open(): Promise<StripeMerchant> {
    return new StripeMerchant(await sharedSandbox());
  }

  get secretKey(): string {
    return `sk_test_${this.name}`;
  }

  get publishableKey(): string {
    return `pk_test_${this.name}`;
  }

  get account(): string {
    return `acct_${this.name}`;
  }

  get url(): string {
    return this.sandbox.url;
  }

  /** @param account a connected one: its name begins with that of the merchant */
  async ask<T>(
    route: string,
    form?: Readonly<Record<string, string>>,
    account?: string,
  ): Promise<T> {
    const [method = '', path = ''] = route.split(' ');
    const answer = await fetch(`${this.url}/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.secretKey}`,
        ...(account ? { 'stripe-account': account } : {}),
      },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    return (await answer.json()) as T;
  }

  /** What happens at Stripe without a request of the merchant. */
  async control<T = unknown>(what: string, body: object): Promise<T> {
    const answer = await fetch(`${this.url}/stripe/control/${what}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${SHARED_SANDBOX.secret}`,
      },
      body: JSON.stringify({ account: this.account, ...body }),
    });
    const text = await answer.text();
    if (answer.status >= 300) throw new Error(text);
    return (text ? JSON.parse(text) : {}) as T;
  }

  /** The next requests to a path: `lost`, `before` (an error 500) and others. */
  fault(path: string, kind: string, times = 1): Promise<unknown> {
    return this.control('settings', { settings: { faults: [{ path, kind, times }] } });
  }

  decide(id: string, status: string, account = this.account): Promise<unknown> {
    return this.control('decision', { account, id, status });
  }

  /** A payment of an app. */
  pay(
    customerAppId: string,
    {
      payment_method = 'pm_card_visa',
      account,
    }: { payment_method?: string; account?: string } = {},
  ): Promise<{ id: string; latest_charge: string }> {
    const form = { amount: '12345', currency: 'hkd', confirm: 'true', payment_method };
    const names = { 'metadata[customer_app_id]': customerAppId };
    return this.ask('POST payment_intents', { ...form, ...names }, account);
  }

  /** A payment of an app, contested by a test card: the ID of the dispute. */
  async contested(customerAppId: string, payment_method: string, account?: string) {
    const { id } = await this.pay(customerAppId, {
      payment_method,
      ...(account ? { account } : {}),
    });
    const path = `GET disputes?payment_intent=${id}`;
    const { data } = await this.ask<{ data: StripeDispute[] }>(path, undefined, account);
    return data[0]?.id ?? '';
  }

  dispute(id: string, account?: string): Promise<StripeDispute> {
    return this.ask(`GET disputes/${id}`, undefined, account);
  }

  /** The latest event of a dispute, as Stripe sends it; one of a connected account names it. */
  async notice(id: string, account?: string): Promise<Signed> {
    const path = 'GET events?limit=100';
    const { data } = await this.ask<{ data: StripeEvent[] }>(path, undefined, account);
    const event = data.find((each) => each.data.object.id === id && /dispute/.test(each.type));
    return signedEvent({ ...event, account });
  }
}

/** With a valid signature of now; `account` undefined: an event of the account of the key. */
export function signedEvent(event: object, secret = WEBHOOK_SECRET): Signed {
  const body = JSON.stringify(event);
  const at = Math.floor(Date.now() / 1_000);
  const mac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return { body, headers: { 'stripe-signature': `t=${at},v1=${mac}` } };
}
