import {
  DEFAULT_ENDPOINT,
  fromStripe,
  rateFromStripe,
  stripePages,
  StripeRefused,
  type StripeAccount,
  type StripeClient,
} from '@towpath/http';
import type Stripe from 'stripe';
import type {
  ProcessorEntry,
  ProcessorPayout,
  SettledEntry,
  SettledPeriod,
  SettlementPage,
  SettlementRange,
  SettlingAccount,
} from '../ports.js';
import { idOf } from './stripe-answers.js';

const MS_PER_S = 1_000;
/** So long a payout may still fail. */
const PAYOUT_OPEN_MS = 30 * 86_400_000;
const PAYOUTS_AT_ONCE = 5;
const ENTRIES_AT_ONCE = 100;

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
  payout_minimum_balance_hold: ['RESERVE_REVERSED', 'RESERVE'],
  payout_minimum_balance_release: ['RESERVE_REVERSED', 'RESERVE'],
};
const OTHERS: readonly [Kind, Kind] = ['OTHER_CREDIT', 'OTHER_DEBIT'];

const PAYOUT_STATUSES: Readonly<Record<string, ProcessorPayout['status']>> = {
  pending: 'PENDING',
  in_transit: 'PENDING',
  paid: 'PAID',
  failed: 'FAILED',
  canceled: 'FAILED',
};

type Line = Stripe.BalanceTransaction;

/** A line of the balance: ours as an entry, and what of it is of others. In minor units. */
interface ReadLine {
  readonly entry: ProcessorEntry | null;
  readonly othersNet: number;
}

/** What Stripe moved in an account: its balance, and its payouts. */
export class StripeSettlement {
  constructor(private readonly client: StripeClient) {}

  /** First the payouts with their entries, then the entries of the period. */
  async page(of: SettlingAccount, range: SettlementRange): Promise<SettlementPage> {
    const account = await this.client.find(of);
    if (!account) return { entries: [], payouts: [], next: null };
    const reader = new BalanceReader(account, of);
    const [phase = 'payouts', after = ''] = range.after?.split(' ') ?? [];
    return phase === 'payouts' ? reader.payouts(range, after) : reader.entries(range, after);
  }

  /** Payments and returns alone, as payers saw them. */
  async *listSettled({ customerAppId, from, to }: SettledPeriod): AsyncIterable<SettledEntry> {
    const of = { customerAppId, gatewayAccount: null, isShared: false };
    const account = await this.client.find(of);
    if (!account) return;
    const lines: ReadLine[] = [];
    for await (const page of new BalanceReader(account, of).lines({ created: within(from, to) }))
      lines.push(...page);
    yield* lines.toReversed().flatMap((line) => settledOf(line, account.account));
  }
}

class BalanceReader {
  constructor(
    private readonly account: StripeAccount,
    private readonly of: SettlingAccount,
  ) {}

  async payouts({ from, to }: SettlementRange, after: string): Promise<SettlementPage> {
    const created = within(new Date(from.getTime() - PAYOUT_OPEN_MS), to);
    const { data, has_more: more } = await this.account.ask((stripe, options) =>
      stripe.payouts.list({ created, limit: PAYOUTS_AT_ONCE, ...startingAfter(after) }, options),
    );
    const entries: ProcessorEntry[] = [];
    const payouts: ProcessorPayout[] = [];
    for (const payout of data) {
      const lines = await this.linesOf(payout.id);
      entries.push(
        ...lines.flatMap(({ entry }) => (entry ? [{ ...entry, payoutReference: payout.id }] : [])),
      );
      payouts.push(payoutOf(payout, othersIn(lines)));
    }
    const next = more ? `payouts ${data.at(-1)?.id ?? ''}` : 'entries ';
    return { entries, payouts, next };
  }

  async entries({ from, to }: SettlementRange, after: string): Promise<SettlementPage> {
    const created = within(from, to);
    const { data, has_more: more } = await this.account.ask((stripe, options) =>
      stripe.balanceTransactions.list(
        { created, limit: ENTRIES_AT_ONCE, ...startingAfter(after), expand: ['data.source'] },
        options,
      ),
    );
    const lines = await this.readAll(data);
    const entries = lines.flatMap(({ entry }) => entry ?? []);
    return { entries, payouts: [], next: more ? `entries ${data.at(-1)?.id ?? ''}` : null };
  }

  /** Newest first. */
  async *lines(
    search: Pick<Stripe.BalanceTransactionListParams, 'created' | 'payout'>,
  ): AsyncIterable<ReadLine[]> {
    const pages = stripePages<Line>(this.account, (stripe, page, options) =>
      stripe.balanceTransactions.list({ ...search, ...page, expand: ['data.source'] }, options),
    );
    for await (const page of pages) yield await this.readAll(page);
  }

  /** Of a payout that somebody ordered by hand, Stripe knows no entries. */
  private async linesOf(payout: string): Promise<ReadLine[]> {
    const lines: ReadLine[] = [];
    try {
      for await (const page of this.lines({ payout })) lines.push(...page);
    } catch (error) {
      if (!(error instanceof StripeRefused)) throw error;
    }
    return lines;
  }

  private async readAll(lines: readonly Line[]): Promise<ReadLine[]> {
    const read: ReadLine[] = [];
    for (const line of lines) if (isOfBalance(line)) read.push(await this.read(line));
    return read;
  }

  private async read(line: Line): Promise<ReadLine> {
    if (isPayoutBack(line)) return this.readPayoutBack(line);
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

  /** The money of a payout that failed: each app gets back what it had in it. */
  private async readPayoutBack(line: Line): Promise<ReadLine> {
    const reference = idOf(line.source);
    const { amount: whole, currency } = fromStripe(line.amount, line.currency);
    const othersNet = reference === null ? 0 : othersIn(await this.linesOf(reference));
    const own = whole - othersNet;
    if (own === 0) return { entry: null, othersNet };
    const entry: ProcessorEntry = {
      ...{ entryId: line.id, kind: 'PAYOUT_REVERSED', reference, gatewayReference: null },
      ...{ paymentId: null, amount: own, currency, fee: 0, net: own, presentment: null },
      payoutReference: null,
      settledAt: new Date(line.created * MS_PER_S),
    };
    return { entry, othersNet };
  }

  /** What names no app belongs to the account: to the app whose account it is. */
  private isOurs(names: Stripe.Metadata): boolean {
    const { endpoints } = this.account.credential;
    const app = names['customer_app_id'];
    if (app !== undefined) return app === this.of.customerAppId;
    const isOfAll = endpoints.some(({ endpointId }) => endpointId === DEFAULT_ENDPOINT);
    return this.account.account === null ? !isOfAll : !this.of.isShared;
  }

  /** A dispute, and what was refunded at Stripe's own pages, name nothing of ours; the intent does. */
  private async namesOf(source: Source, intentId: string | null): Promise<Stripe.Metadata> {
    const names = (source && 'metadata' in source ? source.metadata : null) ?? {};
    if (names['customer_app_id'] !== undefined || intentId === null) return names;
    // There may be as many as lines.
    const account = this.account.again();
    return (await account.ask((stripe, it) => stripe.paymentIntents.retrieve(intentId, {}, it)))
      .metadata;
  }
}

type Source = Stripe.BalanceTransactionSource | null;

function intentOf(source: Source): string | null {
  return source && 'payment_intent' in source ? idOf(source.payment_intent) : null;
}

/** The payout itself is no entry of it. */
function isOfBalance({ type, balance_type: balance }: Line): boolean {
  return type !== 'payout' && balance === 'payments';
}

function isPayoutBack({ type, amount }: Line): boolean {
  return amount > 0 && (type === 'payout_failure' || type === 'payout_cancel');
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

function othersIn(lines: readonly ReadLine[]): number {
  return lines.reduce((sum, { othersNet }) => sum + othersNet, 0);
}

function payoutOf(payout: Stripe.Payout, others: number): ProcessorPayout {
  const status = PAYOUT_STATUSES[payout.status];
  if (!status) throw new Error(`Stripe sent a payout of status ${payout.status}`);
  return {
    reference: payout.id,
    status,
    ...fromStripe(payout.amount, payout.currency),
    others,
    failure: payout.failure_code,
    startedAt: new Date(payout.created * MS_PER_S),
  };
}

/** With the whole seconds in which the period begins and ends: Stripe names no parts of a second. */
function within(from: Date, to: Date): { gte: number; lt: number } {
  return {
    gte: Math.max(0, Math.floor(from.getTime() / MS_PER_S)),
    lt: Math.ceil(to.getTime() / MS_PER_S),
  };
}

function startingAfter(after: string): { starting_after?: string } {
  return after === '' ? {} : { starting_after: after };
}

const SETTLED: readonly string[] = ['CHARGE', 'REFUND', 'REFUND_REVERSED', 'RETURN'];

function settledOf({ entry }: ReadLine, gatewayAccount: string | null): SettledEntry[] {
  if (!entry?.reference || !SETTLED.includes(entry.kind)) return [];
  const { entryId, reference, gatewayReference, paymentId, settledAt } = entry;
  const { amount, currency } = entry.presentment ?? entry;
  const kind = entry.kind as SettledEntry['kind'];
  return [
    {
      ...{ entryId, reference, gatewayReference, gatewayAccount, paymentId },
      ...{ kind, amount, currency, settledAt },
    },
  ];
}
