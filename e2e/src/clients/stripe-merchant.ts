import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSandboxApp, runInGatewayShell, temporaryFolder } from '@towpath/local-system';
import { HostedPayer, Merchant, paymentOrder, standInForStripe } from '@towpath/testing';
import type { RunningSystem } from '../system/running-system.js';
import type { Payers } from './browser-payer.js';
import { BrowserRecord } from './browser-record.js';
import { inDatabase } from './service-database.js';

/** A payment or set-up at Stripe. Amounts: minor units. */
export interface StripeIntent {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly amount_received: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly client_secret: string;
}

interface StripeEntry {
  readonly id: string;
  readonly fee: number;
  readonly type: string;
  readonly amount: number;
}

/** A dispute at Stripe. */
export interface StripeDispute {
  readonly id: string;
  readonly status: string;
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly evidence_details: { readonly submission_count: number };
}

const CONNECTOR = ['--connector', 'stripe'];
/** Of disputes. */
const CONTESTED = ['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'].map(
  (what) => `charge.dispute.${what}`,
);

/**
 * A customer app with an account of its own at the double of Stripe. It is set up as an operator
 * does it, and its account is asked as the owner of the account would.
 */
export class StripeMerchant {
  private constructor(
    private readonly system: RunningSystem,
    readonly shop: Merchant,
    private readonly accountId: string,
  ) {}

  static async open(system: RunningSystem): Promise<StripeMerchant> {
    const app = await createSandboxApp(system, { name: 'Own Shop', currencies: ['HKD'] });
    const [account] = app.settlement_accounts;
    const shop = new Merchant(system.api(), app);
    const merchant = new StripeMerchant(system, shop, account?.account_id ?? '');
    await merchant.setUp();
    return merchant;
  }

  /** Of the double, where payers find the page of their bank too. */
  get url(): string {
    return this.system.service('sandbox').url;
  }

  /** A payer opens a link of the app. The script of Stripe stands in, the double makes its tokens. */
  async opens(payers: Payers, order = paymentOrder()) {
    const link = await this.shop.createPaymentLink({ body: order });
    const tokens = `${this.url}/v1/confirmation_tokens`;
    const confirmationTokens = (body: URLSearchParams) => fetch(tokens, { method: 'POST', body });
    const record = new BrowserRecord();
    const payer = await payers.open(link.url ?? '', async (context) => {
      record.follow(context);
      await standInForStripe(context, { confirmationTokens });
    });
    return { payer, record, link, read: () => this.shop.link(link.payment_link_id) };
  }

  /** @param card `FIXED+BASIS_POINTS`; none when absent */
  async setSurcharge(card?: string): Promise<void> {
    await this.operates('settlement-account', [
      ...['update', '--account', this.accountId, '--currencies', 'HKD'],
      ...['--payment-method-types', 'CARD', '--card-gateway', 'GW4'],
      ...['--card-connector', 'stripe'],
      ...(card ? ['--surcharges', `CARD=${card}`] : []),
    ]);
  }

  /** The intent of a payment of ours. */
  async intentOf(paymentId: string): Promise<StripeIntent> {
    const { payment_details: details } = await this.shop.payment(paymentId);
    return this.get(`payment_intents/${details?.processor_details?.processor_reference ?? ''}`);
  }

  /** Newest first. */
  async intents(): Promise<readonly StripeIntent[]> {
    return (await this.get<{ data: StripeIntent[] }>('payment_intents?limit=100')).data;
  }

  /** The payments in our books, and the charges in those of Stripe, oldest first; minor units. */
  async books(): Promise<{ readonly ours: readonly number[]; readonly theirs: readonly number[] }> {
    const { rows } = await inDatabase(this.system, 'payment_link', (client) =>
      client.query<{ amount: string }>(
        `SELECT amount FROM ledger_transfers WHERE customer_app_id = $1 AND kind = 'PAYMENT'
         ORDER BY occurred_at, ledger_transfer_id`,
        [this.shop.customerAppId],
      ),
    );
    const { data } = await this.get<{ data: StripeEntry[] }>('balance_transactions?limit=100');
    const charges = data.filter(({ type }) => type === 'charge').map(({ amount }) => amount);
    return { ours: rows.map(({ amount }) => Number(amount)), theirs: charges.toReversed() };
  }

  /** The fees in our books, and those in Stripe's, as `ENTRY FEE`; minor units. */
  async fees(): Promise<{ readonly ours: readonly string[]; readonly theirs: readonly string[] }> {
    const { rows } = await inDatabase(this.system, 'payment_link', (client) =>
      client.query<{ fee: string }>(
        `SELECT split_part(processor_reference, ' ', -1) || ' ' || amount AS fee
         FROM ledger_transfers WHERE customer_app_id = $1 AND kind = 'PROCESSOR_FEE'`,
        [this.shop.customerAppId],
      ),
    );
    const { data } = await this.get<{ data: StripeEntry[] }>('balance_transactions?limit=100');
    const theirs = data.filter(({ fee }) => fee > 0).map(({ id, fee }) => `${id} ${fee}`);
    return { ours: rows.map(({ fee }) => fee).toSorted(), theirs: theirs.toSorted() };
  }

  /** A payer pays a new link with a typed card, without a browser. */
  async sell(number: string): Promise<{ readonly paymentId: string; readonly linkId: string }> {
    const link = await this.shop.createPaymentLink({ body: paymentOrder() });
    const payer = await HostedPayer.open(this.shop.api, link.url ?? '');
    const { attempt_id } = await payer.select();
    const { id: token } = await this.post<{ id: string }>('confirmation_tokens', {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2060',
    });
    const shown = { brand: 'Visa', last4: number.slice(-4), expiry_month: 12, expiry_year: 2060 };
    const { body } = await payer.submit(attempt_id, { token, ...shown });
    if (body.status !== 'PAID') throw new Error(`the link is ${body.status}`);
    const { payment } = await this.shop.link(link.payment_link_id);
    return { paymentId: payment?.payment_id ?? '', linkId: link.payment_link_id };
  }

  dispute(id: string): Promise<StripeDispute> {
    return this.get(`disputes/${id}`);
  }

  /** The bank decides, contests after an inquiry, or lets the merchant appeal. */
  decide(decision: { readonly id: string; readonly status: string }): Promise<void> {
    return this.control('decision', decision);
  }

  /** The next confirmation takes this long. */
  confirmsLate(late_ms: number): Promise<void> {
    const fault = { path: 'POST payment_intents/*/confirm', kind: 'late', late_ms, times: 1 };
    return this.control('settings', { settings: { faults: [fault] } });
  }

  /** The answer to the next request to a path is lost. */
  lose(path: string): Promise<void> {
    return this.control('settings', { settings: { faults: [{ path, kind: 'lost', times: 1 }] } });
  }

  private async control(what: string, members: object): Promise<void> {
    const answer = await fetch(`${this.url}/stripe/control/${what}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${this.system.layout.sandboxGatewaySecret}`,
      },
      body: JSON.stringify({ account: `acct_${this.shop.customerAppId}`, ...members }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }

  private async setUp(): Promise<void> {
    const name = this.shop.customerAppId;
    const { call_back_urls: urls } = (await this.givesKeys('set', {
      secret_key: this.key,
      publishable_key: `pk_test_${name}`,
      webhook_secrets: ['whsec_notYetMade'],
    })) as { readonly call_back_urls: readonly string[] };
    const [cards = '', disputes = ''] = urls;
    const secrets = [await this.listen(cards, ['*']), await this.listen(disputes, CONTESTED)];
    await this.givesKeys('rotate-webhook-secret', { webhook_secrets: secrets });
    await this.setSurcharge();
  }

  /** The secret of an address for events. */
  private async listen(address: string, types: readonly string[]): Promise<string> {
    const events = types.map((type, at): [string, string] => [`enabled_events[${at}]`, type]);
    const url = address.replace('{integration_id}', 'GW4');
    const form = { url, ...Object.fromEntries(events) };
    return (await this.post<{ secret: string }>('webhook_endpoints', form)).secret;
  }

  private get key(): string {
    return `sk_test_${this.shop.customerAppId}`;
  }

  private async givesKeys(command: string, keys: object): Promise<unknown> {
    const folder = temporaryFolder();
    const file = join(folder, 'keys.json');
    writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
    try {
      return await this.operates('gateway-account', [command, ...CONNECTOR, '--file', file]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  /** What an operator types. */
  operates(noun: string, [command = '', ...rest]: readonly string[]): Promise<unknown> {
    const app = ['--customer-app', this.shop.customerAppId];
    return runInGatewayShell(this.system, [noun, command, ...app, ...rest]);
  }

  private get<T = StripeIntent>(path: string): Promise<T> {
    return this.ask(path, {});
  }

  private post<T>(path: string, form: Readonly<Record<string, string>>): Promise<T> {
    return this.ask(path, { method: 'POST', body: new URLSearchParams(form) });
  }

  private async ask<T>(path: string, init: RequestInit): Promise<T> {
    const headers = { authorization: `Bearer ${this.key}` };
    const answer = await fetch(`${this.url}/v1/${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as T;
  }
}
