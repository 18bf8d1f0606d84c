import { DEFAULT_ENDPOINT, fromStripe, rateFromStripe, type StripeAccount } from '@towpath/http';
import { LRUCache } from 'lru-cache';
import type Stripe from 'stripe';
import type { ProcessorEntry, SettlingAccount } from '../ports.js';
import { idOf } from './stripe-answers.js';

const MS_PER_S = 1_000;
const LINES_AT_ONCE = 100;
/** About as long as a reading takes. */
const NAMES_MS = 3_600_000;

type Kind = ProcessorEntry['kind'];

/** By type, or of adjustments by category: the kind if the balance rises, and if it falls. */
const KINDS: Readonly<Record<string, readonly [Kind, Kind]>> = {
  charge: ['CHARGE', 'RETURN'],
  payment: ['CHARGE', 'RETURN'],
  refund: ['REFUND_REVERSED', 'REFUND'],
  payment_refund: ['REFUND_REVERSED', 'REFUND'],
  refund_failure: ['REFUND_REVERSED', 'REFUND'],
  payment_failure_refund: ['CHARGE', 'RETURN'],
  payment_reversal: ['CHARGE', 'RETURN'],
  dispute: ['DISPUTE_REVERSED', 'DISPUTE'],
  dispute_reversal: ['DISPUTE_REVERSED', 'DISPUTE'],
  stripe_fee: ['FEE_REVERSED', 'FEE'],
  stripe_fx_fee: ['FEE_REVERSED', 'FEE'],
  tax_fee: ['FEE_REVERSED', 'FEE'],
  reserve_hold: ['RESERVE_REVERSED', 'RESERVE'],
  reserve_release: ['RESERVE_REVERSED', 'RESERVE'],
  reserve_transaction: ['RESERVE_REVERSED', 'RESERVE'],
  reserved_funds: ['RESERVE_REVERSED', 'RESERVE'],
  payment_network_reserve_hold: ['RESERVE_REVERSED', 'RESERVE'],
  payment_network_reserve_release: ['RESERVE_REVERSED', 'RESERVE'],
  advance: ['RESERVE_REVERSED', 'RESERVE'],
  advance_funding: ['RESERVE_REVERSED', 'RESERVE'],
  payout_minimum_balance_hold: ['RESERVE_REVERSED', 'RESERVE'],
  payout_minimum_balance_release: ['RESERVE_REVERSED', 'RESERVE'],
};
const OTHERS: readonly [Kind, Kind] = ['OTHER_CREDIT', 'OTHER_DEBIT'];

type Line = Stripe.BalanceTransaction;
type Search = Pick<Stripe.BalanceTransactionListParams, 'created' | 'payout'>;

/** A line of the balance: ours as an entry, and what of it is of others. In minor units. */
export interface ReadLine {
  readonly entry: ProcessorEntry | null;
  readonly othersNet: number;
  /** The payout that somebody ordered, if it is the line of one. */
  readonly ordered?: Stripe.Payout;
}

export interface LinesPage {
  readonly lines: readonly ReadLine[];
  /** The last line, if more follow. */
  readonly next: string | null;
}

/** The metadata of intents, by their ID: many lines may be of one. */
export type IntentNames = Pick<LRUCache<string, Stripe.Metadata>, 'get' | 'set'>;

export function intentNames(): IntentNames {
  return new LRUCache<string, Stripe.Metadata>({ max: 10_000, ttl: NAMES_MS });
}

/** The balance of an account, as one app has it. */
export class StripeBalance {
  constructor(
    private readonly account: StripeAccount,
    private readonly of: SettlingAccount,
    private readonly known: IntentNames,
  ) {}

  /** Newest first. */
  async page(search: Search, after: string): Promise<LinesPage> {
    const page = { limit: LINES_AT_ONCE, ...startingAfter(after), expand: ['data.source'] };
    const { data, has_more: more } = await this.account
      .again()
      .ask((stripe, options) => stripe.balanceTransactions.list({ ...search, ...page }, options));
    const lines: ReadLine[] = [];
    for (const line of data)
      if (line.balance_type === 'payments') lines.push(await this.read(line));
    return { lines, next: (more && data.at(-1)?.id) || null };
  }

  /** Newest first. */
  async *pages(search: Search): AsyncIterable<readonly ReadLine[]> {
    for (let after: string | null = ''; after !== null;) {
      const page: LinesPage = await this.page(search, after);
      yield page.lines;
      after = page.next;
    }
  }

  /** What names no app belongs to the account: to the app whose account it is. */
  isOurs(names: Stripe.Metadata): boolean {
    const { endpoints } = this.account.credential;
    const app = names['customer_app_id'];
    if (app !== undefined) return app === this.of.customerAppId;
    const isOfAll = endpoints.some(({ endpointId }) => endpointId === DEFAULT_ENDPOINT);
    return this.account.account === null ? !isOfAll : !this.of.isShared;
  }

  private async read(line: Line): Promise<ReadLine> {
    const back = await this.payoutBack(line);
    if (back) return this.readPayoutBack(line, back);
    if (line.type === 'payout' && (line.amount < 0 || payoutIn(line)?.automatic))
      return this.readPayout(line);
    const source = typeof line.source === 'object' ? line.source : null;
    const gatewayReference = intentOf(source);
    const names = await this.namesOf(source, gatewayReference);
    const net = fromStripe(line.net, line.currency).amount;
    if (!this.isOurs(names)) return { entry: null, othersNet: net };
    const [rising, falling] = KINDS[keyOf(line)] ?? OTHERS;
    const kind = line.amount < 0 ? falling : rising;
    const { amount, currency } = fromStripe(Math.abs(line.amount), line.currency);
    const entry: ProcessorEntry = {
      entryId: line.id,
      kind,
      reference: names['reference'] ?? null,
      gatewayReference,
      paymentId: names['payment_id'] ?? null,
      amount,
      currency,
      fee: fromStripe(line.fee, line.currency).amount,
      net,
      presentment: presentmentOf(line, source),
      payoutReference: null,
      settledAt: new Date(line.created * MS_PER_S),
    };
    return { entry, othersNet: 0 };
  }

  /** The payout itself is no entry of it, unless it was ordered: then it is one of the balance. */
  private readPayout(line: Line): ReadLine {
    const payout = payoutIn(line);
    const { fee, currency } = line;
    if (payout?.automatic === false) {
      const { amount } = fromStripe(-line.amount, currency);
      const net = fromStripe(line.net, currency).amount;
      const moved = { kind: 'PAYOUT', reference: payout.id, amount, net } as const;
      return { ...this.ofAccount(line, { payout, moved }), ordered: payout };
    }
    if (fee === 0) return { entry: null, othersNet: 0 };
    const reference = payout?.id ?? null;
    const net = fromStripe(-fee, currency).amount;
    return this.ofAccount(line, { payout, moved: { kind: 'FEE', reference, amount: 0, net } });
  }

  /** The payout whose money the balance has again: it failed, or another one collects it. */
  private async payoutBack(line: Line): Promise<Stripe.Payout | null> {
    const payout = payoutIn(line);
    if (!payout || line.amount < 0) return null;
    if (line.type === 'payout_failure' || line.type === 'payout_cancel') return payout;
    const original = line.type === 'payout' ? idOf(payout.original_payout) : null;
    if (original === null) return null;
    return this.account
      .again()
      .ask((stripe, options) => stripe.payouts.retrieve(original, {}, options));
  }

  /** Each app gets back what it had in it. */
  private async readPayoutBack(line: Line, payout: Stripe.Payout): Promise<ReadLine> {
    const { currency } = line;
    const { id: reference } = payout;
    const { amount } = fromStripe(line.amount, currency);
    const kind = 'PAYOUT_REVERSED';
    if (!payout.automatic) {
      const net = fromStripe(line.net, currency).amount;
      return this.ofAccount(line, { payout, moved: { kind, reference, amount, net } });
    }
    const othersNet = await this.othersOf(reference);
    const net = amount - othersNet;
    const entry = {
      ...entryOf(line),
      kind,
      reference,
      amount: Math.abs(net),
      fee: 0,
      net,
    } as const;
    return { entry, othersNet };
  }

  /** Of a payout that names an app, or of the account. */
  private ofAccount(
    line: Line,
    { payout, moved }: { readonly payout: Stripe.Payout | null; readonly moved: Moved },
  ): ReadLine {
    const names = payout?.metadata ?? {};
    const entry = { ...entryOf(line), ...moved };
    if (this.isOurs(names)) return { entry, othersNet: 0 };
    const { net: othersNet, kind } = moved;
    if (names['customer_app_id'] !== undefined || kind === 'FEE') return { entry: null, othersNet };
    // Without money: each app knows that it names none.
    return { entry: { ...entry, amount: 0, fee: 0, net: 0 }, othersNet };
  }

  private async othersOf(payout: string): Promise<number> {
    let others = 0;
    for await (const lines of this.pages({ payout })) others += othersIn(lines);
    return others;
  }

  /** A dispute, and what was refunded at Stripe's own pages, name nothing of ours; the intent does. */
  private async namesOf(source: Source, intentId: string | null): Promise<Stripe.Metadata> {
    const names = (source && 'metadata' in source ? source.metadata : null) ?? {};
    if (names['customer_app_id'] !== undefined || intentId === null) return names;
    const remembered = this.known.get(intentId);
    if (remembered) return remembered;
    // There may be as many as lines.
    const account = this.account.again();
    const { metadata } = await account.ask((stripe, options) =>
      stripe.paymentIntents.retrieve(intentId, {}, options),
    );
    this.known.set(intentId, metadata);
    return metadata;
  }
}

type Moved = Pick<ProcessorEntry, 'kind' | 'reference' | 'amount' | 'net'>;
type Source = Stripe.BalanceTransactionSource | null;

function intentOf(source: Source): string | null {
  return source && 'payment_intent' in source ? idOf(source.payment_intent) : null;
}

function payoutIn({ source }: Line): Stripe.Payout | null {
  return typeof source === 'object' && source?.object === 'payout' ? source : null;
}

/** Of no payment. */
function entryOf(line: Line) {
  const { amount: fee, currency } = fromStripe(line.fee, line.currency);
  return {
    ...{ entryId: line.id, gatewayReference: null, paymentId: null, presentment: null },
    ...{ fee, currency, payoutReference: null },
    settledAt: new Date(line.created * MS_PER_S),
  };
}

function keyOf({ type, reporting_category: category }: Line): string {
  return type === 'adjustment' ? category : type;
}

function presentmentOf(line: Line, source: Source): ProcessorEntry['presentment'] {
  const paid = paidIn(source);
  if (!paid || paid.currency === line.currency) return null;
  const { exchange_rate: given, currency: changed } = line;
  const rate = given === null ? null : rateFromStripe(given, { paid: paid.currency, changed });
  return { ...fromStripe(paid.amount, paid.currency), rate };
}

function paidIn(source: Source): { amount: number; currency: string } | null {
  if (source?.object === 'charge')
    return { amount: source.amount_captured, currency: source.currency };
  return source?.object === 'refund' || source?.object === 'dispute' ? source : null;
}

export function othersIn(lines: readonly ReadLine[]): number {
  return lines.reduce((sum, { othersNet }) => sum + othersNet, 0);
}

export function startingAfter(after: string): { starting_after?: string } {
  return after === '' ? {} : { starting_after: after };
}
