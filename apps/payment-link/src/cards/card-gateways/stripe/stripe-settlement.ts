import { fromStripe, StripeRefused, type StripeAccount, type StripeClient } from '@towpath/http';
import type Stripe from 'stripe';
import type {
  ProcessorPayout,
  SettledEntry,
  SettledPeriod,
  SettlementPage,
  SettlementRange,
  SettlingAccount,
} from '../ports.js';
import {
  intentNames,
  othersIn,
  startingAfter,
  StripeBalance,
  type LinesPage,
  type ReadLine,
} from './stripe-balance.js';

const MS_PER_S = 1_000;
/** So long a payout may still fail. */
const PAYOUT_OPEN_MS = 30 * 86_400_000;
const PAYOUTS_AT_ONCE = 100;

const PAYOUT_STATUSES: Readonly<Record<string, ProcessorPayout['status']>> = {
  pending: 'PENDING',
  in_transit: 'PENDING',
  paid: 'PAID',
  failed: 'FAILED',
  canceled: 'FAILED',
};

/** How far the payouts were read, as a text between two pages. */
interface PayoutsRead {
  /** All up to this payout; the first ones are the newest. */
  readonly after: string;
  /** Of this payout the lines up to this one, with the sum of those of others. */
  readonly payout: string;
  readonly line: string;
  readonly others: number;
}

/** What Stripe moved in an account: its balance, and its payouts. */
export class StripeSettlement {
  private readonly names = intentNames();

  constructor(private readonly client: StripeClient) {}

  /** First the payouts with their entries, then the entries of the period. */
  async page(of: SettlingAccount, range: SettlementRange): Promise<SettlementPage> {
    const account = await this.client.find(of);
    if (!account) return { entries: [], payouts: [], next: null };
    const balance = new StripeBalance(account, of, this.names);
    const [phase = 'payouts', after = '', payout = '', line = '', others = '0'] =
      range.after?.split(' ') ?? [];
    try {
      if (phase === 'entries') return await entriesPage(balance, range, after);
      const reader = new PayoutReader(account, balance);
      return await reader.page(range, { after, payout, line, others: Number(others) });
    } catch (error) {
      throw this.surfaced(error);
    }
  }

  /** Payments and returns alone, as payers saw them. */
  async *listSettled({ customerAppId, from, to }: SettledPeriod): AsyncIterable<SettledEntry> {
    const of = { customerAppId, gatewayAccount: null, isShared: false };
    const account = await this.client.find(of);
    if (!account) return;
    const lines: ReadLine[] = [];
    const balance = new StripeBalance(account, of, this.names);
    for await (const page of balance.pages({ created: within(from, to) })) lines.push(...page);
    yield* lines.toReversed().flatMap((line) => settledOf(line, account.account));
  }

  /** What was refused is not an empty list: it is read again, and somebody has to know. */
  private surfaced(error: unknown): unknown {
    if (!(error instanceof StripeRefused)) return error;
    this.client.options.logger.error(error.facts, 'Stripe refuses to list what it settled');
    return this.client.unavailable(error.message, error.facts.status);
  }
}

async function entriesPage(
  balance: StripeBalance,
  { from, to }: SettlementRange,
  after: string,
): Promise<SettlementPage> {
  const { lines, next } = await balance.page({ created: within(from, to) }, after);
  const entries = lines.flatMap(({ entry }) => entry ?? []);
  return { entries, payouts: [], next: next === null ? null : `entries ${next}` };
}

class PayoutReader {
  constructor(
    private readonly account: StripeAccount,
    private readonly balance: StripeBalance,
  ) {}

  /** The payouts whose lines need not be read, and a page of lines of the next other one. */
  async page(range: SettlementRange, read: PayoutsRead): Promise<SettlementPage> {
    const { data, more } = await this.listed(range, read.after);
    const begun = data.findIndex(({ id }) => id === read.payout);
    const left = data.slice(Math.max(begun, 0));
    const at = left.findIndex(
      ({ id, automatic }) => automatic && (id === read.payout || !range.explained?.has(id)),
    );
    const known = at === -1 ? left : left.slice(0, at);
    const payouts = known.flatMap((payout) => this.withoutLines(payout));
    const open = left[at];
    if (!open) return { entries: [], payouts, next: nextOf(more ? left.at(-1) : undefined) };
    const isBegun = open.id === read.payout;
    const { lines, next } = await this.linesOf(open, isBegun ? read.line : '');
    const others = othersIn(lines) + (isBegun ? read.others : 0);
    const entries = lines.flatMap(({ entry }) =>
      entry ? [{ ...entry, payoutReference: open.id }] : [],
    );
    // What moves depends on their states.
    payouts.push(...lines.flatMap(({ ordered }) => (ordered ? this.withoutLines(ordered) : [])));
    if (next !== null)
      return { entries, payouts, next: ['payouts', read.after, open.id, next, others].join(' ') };
    const isLast = at === left.length - 1 && !more;
    const whole = { ...payoutOf(open), others };
    return { entries, payouts: [...payouts, whole], next: nextOf(isLast ? undefined : open) };
  }

  private async listed({ from, to }: SettlementRange, after: string) {
    const created = within(new Date(from.getTime() - PAYOUT_OPEN_MS), to);
    const page = { created, limit: PAYOUTS_AT_ONCE, ...startingAfter(after) };
    const { data, has_more: more } = await this.account.ask((stripe, options) =>
      stripe.payouts.list(page, options),
    );
    return { data, more };
  }

  private linesOf({ id: payout }: Stripe.Payout, after: string): Promise<LinesPage> {
    return this.balance.page({ payout }, after);
  }

  /**
   * Of a payout that somebody ordered, Stripe lists no lines. One that collects another is none of
   * its own: its line gives back the money of that one.
   */
  private withoutLines(payout: Stripe.Payout): ProcessorPayout[] {
    const known = payoutOf(payout);
    if (payout.automatic) return [{ ...known, others: null }];
    if (payout.amount < 0) return [];
    return [{ ...known, others: this.balance.isOurs(payout.metadata ?? {}) ? 0 : known.amount }];
  }
}

/** The payouts after this one, or else the entries. */
function nextOf(payout: Stripe.Payout | undefined): string {
  return payout ? `payouts ${payout.id}` : 'entries ';
}

function payoutOf(payout: Stripe.Payout) {
  const status = PAYOUT_STATUSES[payout.status];
  if (!status) throw new Error(`Stripe sent a payout of status ${payout.status}`);
  return {
    reference: payout.id,
    status,
    ...fromStripe(payout.amount, payout.currency),
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
