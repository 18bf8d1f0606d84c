import {
  DEFAULT_ENDPOINT,
  StripeRefused,
  toStripe,
  type StripeAccount,
  type StripeClient,
} from '@towpath/http';
import type Stripe from 'stripe';
import type { AppsStoredCard, CardOrder, CardSource, StoredCardStatus } from '../ports.js';
import { stripeTerms } from './page-options.js';
import type { Intent } from './stripe-declines.js';

/**
 * The account's prefix has up to 10 characters, and `* ` stands between; all of a descriptor are at
 * most 22.
 */
const LONGEST_SUFFIX = 10;
const CUSTOMER = /^cus_\w+$/;
const METHOD = /^pm_\w+$/;

/** The IDs of a card that Stripe keeps. */
interface KeptCard {
  readonly customer: string;
  readonly method: string;
}

interface NewIntent extends CardOrder {
  /** Of Stripe's memory of a day. */
  readonly key: string;
  /** Null while the payer still types the card. */
  readonly source: CardSource | null;
}

/** Undefined for what never was one of Stripe's. */
function keptIn(integrationMetadata: object): KeptCard | undefined {
  const { gw4_metadata: kept } = integrationMetadata as {
    readonly gw4_metadata?: Partial<
      Record<'customer' | 'payment_method', { readonly id?: string }>
    >;
  };
  const [customer, method] = [kept?.customer?.id ?? '', kept?.payment_method?.id ?? ''];
  return CUSTOMER.test(customer) && METHOD.test(method) ? { customer, method } : undefined;
}

/** Refused without a question: as Stripe would. */
function refusedHere(param: string): StripeRefused {
  const nothing = { declineCode: null, requestId: null };
  return new StripeRefused({ status: 400, code: 'parameter_invalid', param, ...nothing });
}

/** What a confirmation says of a stored card. */
export function methodOf(source: CardSource): { readonly payment_method: string } {
  const kept = source.kind === 'STORED' ? keptIn(source.integrationMetadata) : undefined;
  if (!kept) throw refusedHere('payment_method');
  return { payment_method: kept.method };
}

/** A repeat, and an unknown method, are no errors. */
export async function detach(account: StripeAccount, method: string | null): Promise<void> {
  if (method === null) return;
  try {
    await account.ask((stripe, options) => stripe.paymentMethods.detach(method, {}, options));
  } catch (error) {
    if (!(error instanceof StripeRefused)) throw error;
  }
}

/** Intents before they are confirmed, and the cards and customers that Stripe keeps. */
export class StripeCards {
  constructor(private readonly client: StripeClient) {}

  /** Null after a refusal: a confirmation then asks again, and answers it. */
  async prepared(intent: NewIntent): Promise<string | null> {
    try {
      return (await this.made(await this.client.at(intent), intent)).id;
    } catch (error) {
      if (error instanceof StripeRefused) return null;
      throw error;
    }
  }

  /**
   * An intent that nobody confirmed. A repeat finds it under its key, so its parameters come from what
   * we stored.
   */
  async made(account: StripeAccount, { key, ...request }: NewIntent): Promise<Intent> {
    const { reference, customerAppId, paymentId, merchantName, source } = request;
    const amount = toStripe(request.amount, request.currency);
    if (amount === null) throw refusedHere('amount');
    if (source?.kind === 'WALLET') throw refusedHere('payment_method');
    const terms = stripeTerms({ ...request, amount });
    const customer = await this.customerOf(account, request);
    const common = {
      metadata: { reference, customer_app_id: customerAppId, payment_id: paymentId },
      ...(customer === null ? {} : { customer }),
    };
    return account.ask<Intent>((stripe, options) => {
      const keyed = { ...options, idempotencyKey: key };
      if (terms.purpose === 'SETUP')
        return stripe.setupIntents.create({ ...terms.intent, ...common }, keyed);
      const params = { ...terms.intent, ...common, ...descriptorOf(merchantName) };
      return stripe.paymentIntents.create(params, keyed);
    });
  }

  /** Only a card that is kept, or to be kept, needs a customer. */
  private async customerOf(
    account: StripeAccount,
    request: Omit<NewIntent, 'key'>,
  ): Promise<string | null> {
    const { source, customerAppId, store, purpose } = request;
    if (source?.kind === 'STORED') {
      const kept = keptIn(source.integrationMetadata);
      const customer = kept && (await this.retrieved(account, kept.customer));
      if (!customer || !isOf(customer, { account, customerAppId })) throw refusedHere('customer');
      return customer.id;
    }
    return store || purpose === 'SETUP' ? this.customerOfPayer(account, request) : null;
  }

  /**
   * One for each payment user and account. A search may not find one of the last hour, or not work in
   * a country: then the key, which Stripe keeps for a day, makes the same one again.
   */
  private async customerOfPayer(
    account: StripeAccount,
    { customerAppId, payer }: CardOrder,
  ): Promise<string> {
    const owner = `${customerAppId}.${payer.key}`;
    const found = await this.searched(account, `metadata['payer']:'${owner}'`);
    if (found) return found.id;
    const metadata = { payer: owner, customer_app_id: customerAppId };
    const { id } = await account.ask((stripe, options) =>
      stripe.customers.create({ metadata }, { ...options, idempotencyKey: `customer-${owner}` }),
    );
    await this.describe(account, id, payer);
    return id;
  }

  private async searched(account: StripeAccount, query: string): Promise<Stripe.Customer | null> {
    try {
      const { data } = await account.ask((stripe, options) =>
        stripe.customers.search({ query, limit: 1 }, options),
      );
      return data[0] ?? null;
    } catch (error) {
      if (error instanceof StripeRefused) return null;
      throw error;
    }
  }

  /** Apart from the creation, because Stripe compares what a key creates. */
  private async describe(
    account: StripeAccount,
    id: string,
    { name, email }: CardOrder['payer'],
  ): Promise<void> {
    const person = { ...(name === null ? {} : { name }), ...(email === null ? {} : { email }) };
    if (Object.keys(person).length === 0) return;
    try {
      await account.ask((stripe, options) => stripe.customers.update(id, person, options));
    } catch (error) {
      if (!(error instanceof StripeRefused)) throw error;
      this.client.options.logger.warn(error.facts, 'Stripe refused the name or e-mail of a payer');
    }
  }

  async statusOf(card: AppsStoredCard): Promise<StoredCardStatus> {
    const kept = keptIn(card.integrationMetadata);
    if (!kept) return 'NOT_STORED';
    const account = await this.client.at(card);
    const customer = await this.retrieved(account, kept.customer);
    if (!customer) return 'NOT_STORED';
    const method = await this.methodOf(account, kept);
    if (!method?.card) return 'NOT_STORED';
    if (!isOf(customer, { account, customerAppId: card.customerAppId })) return 'OF_ANOTHER_APP';
    const { exp_year: year, exp_month: month } = method.card;
    // Real time: a card of Stripe does not know the clock of an app.
    const isOver = this.client.options.clock.system().getTime() >= Date.UTC(year, month);
    return isOver ? 'EXPIRED' : 'USABLE';
  }

  /** Also the payer's name and e-mail, unless the customer is the app's own. */
  async forget(card: AppsStoredCard): Promise<void> {
    const kept = keptIn(card.integrationMetadata);
    if (!kept) return;
    const account = await this.client.at(card);
    await detach(account, kept.method);
    const customer = await this.retrieved(account, kept.customer);
    if (customer?.metadata['payer'] === undefined) return;
    const nobody = { name: '', email: '' };
    await account.ask((stripe, options) => stripe.customers.update(customer.id, nobody, options));
  }

  private async retrieved(account: StripeAccount, id: string): Promise<Stripe.Customer | null> {
    const found = await known(
      account.ask((stripe, options) => stripe.customers.retrieve(id, {}, options)),
    );
    return found && !found.deleted ? found : null;
  }

  private methodOf(account: StripeAccount, { customer, method }: KeptCard) {
    return known(
      account.ask((stripe, options) =>
        stripe.customers.retrievePaymentMethod(customer, method, {}, options),
      ),
    );
  }
}

/** Null for what Stripe does not have. */
async function known<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof StripeRefused) return null;
    throw error;
  }
}

/** Whose customer it is. At an account of its own, also one that the app made itself. */
function isOf(
  { metadata }: Stripe.Customer,
  { account, customerAppId }: { account: StripeAccount; customerAppId: string },
): boolean {
  const owner = metadata['customer_app_id'];
  if (owner !== undefined) return owner === customerAppId;
  const { endpoints } = account.credential;
  return endpoints.every(({ endpointId }) => endpointId !== DEFAULT_ENDPOINT);
}

/** Behind the prefix of the account, on the payer's statement; none without a Latin letter. */
function descriptorOf(merchantName: string): { readonly statement_descriptor_suffix?: string } {
  const plain = merchantName
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7E]|[<>\\'"*]/g, '')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, LONGEST_SUFFIX)
    .trim();
  return /[A-Za-z]/.test(plain) ? { statement_descriptor_suffix: plain } : {};
}
