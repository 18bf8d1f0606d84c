import type { PaymentResponse } from '@towpath/contracts/payment-link';
import { CardGatewayRegistry } from '../src/cards/card-gateways/ports.js';
import { Payer, setupBody } from './payer.fixture.js';
import type { TestCustomerApp, TestPaymentLink } from './payment-link.fixture.js';
import type { TestSandbox } from './sandbox.fixture.js';
import { StripeShop } from './stripe-shop.fixture.js';

/** Members of the settlement account. */
interface Settled {
  readonly currency?: string;
  readonly [member: string]: unknown;
}

interface AtStripe {
  readonly id: string;
  readonly status: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Another merchant's account at the double of Stripe, behind a service that is already running. */
export async function connectStripe(
  service: TestPaymentLink,
  at: { readonly apiUrl?: string } = {},
): Promise<StripeShop> {
  const shop = await StripeShop.open();
  const registry = service.app.get(CardGatewayRegistry);
  const others = registry.all().filter(({ connector }) => connector !== 'stripe');
  const connectors = [...others, shop.connector('TEST', at.apiUrl)];
  Object.assign(registry, new CardGatewayRegistry(connectors));
  await shop.listen(`${service.publicUrl}/callbacks/cards/GW4`);
  return shop;
}

/** An app whose settlement account names Stripe, its payers, and what both sides know of them. */
export class StripeApp {
  private constructor(
    readonly service: TestPaymentLink,
    readonly shop: StripeShop,
    readonly app: TestCustomerApp,
  ) {}

  static async of(
    service: TestPaymentLink,
    shop: StripeShop,
    { currency = 'HKD', ...members }: Settled = {},
  ): Promise<StripeApp> {
    const own = new StripeApp(service, shop, await service.customerApp([]));
    await own.settleAt({ currency, ...members });
    // From now on its settlement is read.
    await service.dueJobs.runFor(own.app.id);
    return own;
  }

  /** Opens the settlement account, or changes it. */
  settleAt({ currency = 'HKD', ...members }: Settled = {}) {
    const stripe = { card_integration_id: 'GW4', card_connector: 'stripe' };
    return this.app.settlementAccount(currency, { ...stripe, ...members });
  }

  payer(body?: object): Promise<Payer> {
    return Payer.of(this.app, {} as TestSandbox, body);
  }

  async pay(payer: Payer, number: string, account?: string) {
    const { body } = await payer.select();
    const card = { token: await this.shop.tokenize(number, account), last4: number.slice(-4) };
    return payer.submitToken(body.attempt_id, card);
  }

  /** Stores a card by a set-up, with consent to later charges. The bank may ask the payer first. */
  async store(number: string): Promise<string> {
    const payer = await this.payer(setupBody());
    const { body } = await this.pay(payer, number);
    if (body.attempt?.redirect_url !== undefined) {
      const way = await payer.walk(body.attempt.redirect_url);
      await payer.walk(await this.shop.decide(way.headers.get('location') ?? '', 'approve'));
    }
    const { payment_method: method, sender } = await payer.reaches('COMPLETE');
    await this.app.send(`POST /payment_users/${sender?.user_id}`, { autopay_consent: true });
    return method?.payment_method_id ?? '';
  }

  charge(payment_method_id: string, currency = 'HKD') {
    return this.app.send<PaymentResponse>('POST /payments', {
      amount: 9_900,
      currency,
      payment_method_id,
      payment_details: {},
    });
  }

  async payment(paymentId: string | undefined): Promise<PaymentResponse> {
    return (await this.app.send<PaymentResponse>(`GET /payments/${paymentId}`)).body;
  }

  async advanceTo(offsetMs: number): Promise<void> {
    await this.app.moveClock(offsetMs);
    await this.service.dueJobs.runFor(this.app.id);
  }

  /** The app's intents at Stripe, oldest first. */
  async intents(account?: string): Promise<AtStripe[]> {
    const all = await this.shop.list<AtStripe>('payment_intents?limit=100', account);
    return all.filter(({ metadata }) => metadata['customer_app_id'] === this.app.id).toReversed();
  }

  /** What the app's payments and refunds moved at Stripe, oldest first. */
  async moved(): Promise<(readonly [string, number])[]> {
    const lines = await this.shop.list<{ type: string; amount: number; source: unknown }>(
      'balance_transactions?limit=100&expand[]=data.source',
    );
    const own = lines.filter(({ source }) => JSON.stringify(source).includes(this.app.id));
    return own.map(({ type, amount }) => [type, amount] as const).toReversed();
  }

  /** What was read of the settlement. */
  entries() {
    return this.app.rows<{ kind: string; gateway_account: string | null; payment_id: string }>(
      'SELECT kind, gateway_account, payment_id FROM processor_entries ORDER BY kind',
    );
  }

  /** Those of the reconciliation that are open. */
  differences() {
    return this.app.rows<{ side: string; kind: string }>(
      'SELECT side, kind FROM reconciliation_differences WHERE closed_at IS NULL',
    );
  }

  /** The transfers of our ledger, oldest first. */
  async booked(): Promise<(readonly [string, number])[]> {
    const rows = await this.app.rows<{ kind: string; amount: number }>(
      'SELECT kind, amount FROM ledger_transfers ORDER BY occurred_at, ledger_transfer_id',
    );
    return rows.map(({ kind, amount }) => [kind, amount] as const);
  }
}
