import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createSandboxApp,
  runInGatewayShell,
  type RunningSystem,
  type SandboxApp,
} from '@towpath/local-system';
import { ApiClient, UnexpectedAnswer } from './api-client.js';
import type { TypedCard } from './hosted-payer.js';
import { Merchant } from './merchant.js';
import { TEST_CARDS, type TestCard } from './test-cards.js';

/** A system with a sandbox, whose `STRIPE_API_URL` leads to it. */
type StripeSystem = Pick<RunningSystem, 'layout' | 'dataDir' | 'service'>;

interface NewStripeShop {
  readonly name: string;
  /** Of its one settlement account. */
  readonly currencies: readonly string[];
}

const EXPIRY = { month: 12, year: 2060 };
/** As the set-up asks for. */
const EVENTS = [
  ...['payment_intent.canceled', 'payment_intent.payment_failed'],
  ...['setup_intent.setup_failed', 'setup_intent.succeeded'],
  ...['charge.refunded', 'refund.failed', 'refund.updated'],
];
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/**
 * A test customer app whose cards go to the double of Stripe, where it has an account of its own,
 * named after the app: `acct_<ID of the app>`.
 */
export class StripeShop {
  readonly merchant: Merchant;

  private constructor(
    private readonly system: StripeSystem,
    private readonly app: SandboxApp,
    /** Of its settlement account. */
    readonly accountId: string,
  ) {
    this.merchant = new Merchant(new ApiClient(system.service('gateway').url), app);
  }

  static async open(system: StripeSystem, order: NewStripeShop): Promise<StripeShop> {
    const app = await createSandboxApp(system, { name: order.name, currencies: [] });
    const command = (...args: string[]) =>
      runInGatewayShell(system, [...args, '--customer-app', app.customer_app_id]);
    const file = join(system.dataDir, `${app.customer_app_id}.json`);
    const withKeys = async (name: string, keys: object, ...more: string[]) => {
      writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
      const at = ['--connector', 'stripe', '--file', file];
      const answer = await command('gateway-account', name, ...at, ...more);
      rmSync(file);
      return answer as { readonly call_back_urls: readonly [string, string] };
    };
    const shop = new StripeShop(system, app, '');
    const secretless = { ...shop.keys, webhook_secrets: ['whsec_none'] };
    const { call_back_urls: urls } = await withKeys('set', secretless);
    const secret = await shop.listen(urls[0].replace('{integration_id}', 'GW4'));
    const secrets = { webhook_secrets: [secret] };
    await withKeys('rotate-webhook-secret', secrets, '--overlap-minutes', '0');
    const account = (await command(
      ...['settlement-account', 'create', '--currencies', order.currencies.join(',')],
      ...['--payment-method-types', 'CARD', '--card-gateway', 'GW4'],
      ...['--card-connector', 'stripe', '--reference', 'STRIPE'],
    )) as { readonly account_id: string };
    return new StripeShop(system, app, account.account_id);
  }

  /** Names the books of the double. */
  get account(): string {
    return `acct_${this.app.customer_app_id}`;
  }

  get keys(): { readonly secret_key: string; readonly publishable_key: string } {
    const { customer_app_id: name } = this.app;
    return { secret_key: `sk_test_${name}`, publishable_key: `pk_test_${name}` };
  }

  /** Types a card into the processor's fields, which give a token for it. */
  async type(card: TestCard): Promise<TypedCard> {
    const number = TEST_CARDS[card];
    const { id } = await this.post<{ id: string }>('/v1/confirmation_tokens', {
      key: this.keys.publishable_key,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': String(EXPIRY.month),
      'payment_method_data[card][exp_year]': String(EXPIRY.year),
    });
    const shown = { brand: 'Visa', last4: number.slice(-4) };
    return { token: id, ...shown, expiry_month: EXPIRY.month, expiry_year: EXPIRY.year };
  }

  /**
   * The payer's way to the bank, the decision there, and the way back. Throws for another answer than
   * a redirect.
   */
  async answerBank(redirectUrl: string, decision: 'approve' | 'refuse'): Promise<void> {
    const bank = await followed(redirectUrl);
    await followed(await followed(bank, new URLSearchParams({ decision })));
  }

  /** What happens at the processor without a request of the merchant. */
  async control(what: string, members: object): Promise<void> {
    await this.api.send({
      method: 'POST',
      path: `/stripe/control/${what}`,
      token: this.system.layout.sandboxGatewaySecret,
      body: { account: this.account, ...members },
    });
  }

  private get api(): ApiClient {
    return new ApiClient(this.system.service('sandbox').url);
  }

  private async listen(url: string): Promise<string> {
    const names = EVENTS.map((name, at) => [`enabled_events[${at}]`, name] as const);
    const form = { url, key: this.keys.secret_key, ...Object.fromEntries(names) };
    return (await this.post<{ secret: string }>('/v1/webhook_endpoints', form)).secret;
  }

  private post<T>(path: string, form: Readonly<Record<string, string>>): Promise<T> {
    const rawBody = new URLSearchParams(form).toString();
    return this.api.call<T>({ method: 'POST', path, rawBody, headers: FORM });
  }
}

/** Where an answer sends the browser. */
async function followed(url: string, form?: URLSearchParams): Promise<string> {
  const { origin, pathname, search } = new URL(url);
  const request = { method: form ? 'POST' : 'GET', path: `${pathname}${search}` };
  const sent = form ? { ...request, rawBody: form.toString(), headers: FORM } : request;
  const answer = await new ApiClient(origin).send(sent);
  const location = answer.headers.get('location');
  if (location === null) throw new UnexpectedAnswer(request, answer);
  return new URL(location, url).href;
}
