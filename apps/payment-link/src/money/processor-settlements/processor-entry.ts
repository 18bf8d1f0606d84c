import type { PaymentAccountId } from '@towpath/kernel';
import type { TransferKind } from '../ledger/ledger.js';
import { RAISES, type ProcessorEntryKind } from './processor-list.js';
import type { ProcessorEntryRow, ProcessorPayoutRow } from './processor-settlement.table.js';

/** Movements of these belong to the account alone: no payment of ours has to know them. */
const OF_THE_ACCOUNT: readonly string[] = ['FEE', 'FEE_REVERSED', 'RESERVE', 'RESERVE_REVERSED'];
const ABOUT_PAYOUTS: readonly string[] = ['PAYOUT', 'PAYOUT_REVERSED'];

/**
 * Whether the books have the money of an entry at the processor, so that a payout may move it on.
 *
 * - Of a payment here: once it is executed. Money that no link took is on its way back to the payer.
 * - Of no payment here: only what lowers the balance. What raises it is not known to be ours.
 * - Of a payout: that depends on what became of it (`sharesOf`).
 */
export function isCounted(kind: ProcessorEntryKind, payment: { isExecuted: boolean } | null) {
  if (OF_THE_ACCOUNT.includes(kind)) return true;
  if (ABOUT_PAYOUTS.includes(kind)) return false;
  return payment ? payment.isExecuted : !RAISES[kind];
}

/** One transfer of the ledger; amount: minor units, more than 0. */
export interface ProcessorMovement {
  readonly kind: TransferKind;
  readonly amount: number;
  readonly currency: string;
}

/**
 * What an entry adds to the books: payment, refund and dispute have their own transfers. These are
 * its fee, the reserve, and the exchange of what was paid into the currency of the account.
 */
export function movementsOf(entry: ProcessorEntryRow): ProcessorMovement[] {
  const { kind, currency, amount } = entry;
  const of = (named: ProcessorEntryKind) => (kind === named ? amount : 0);
  const fee = entry.fee + of('FEE') - of('FEE_REVERSED');
  const signed: [number, TransferKind, TransferKind][] = [
    [fee, 'PROCESSOR_FEE', 'PROCESSOR_FEE_REVERSAL'],
    [of('RESERVE') - of('RESERVE_REVERSED'), 'PROCESSOR_RESERVE', 'PROCESSOR_RESERVE_RELEASE'],
  ];
  const own = signed.map(([moved, out, back]) => ({
    kind: moved < 0 ? back : out,
    amount: Math.abs(moved),
    currency,
  }));
  return [...own, ...exchangeOf(entry)].filter((movement) => movement.amount > 0);
}

function exchangeOf(entry: ProcessorEntryRow): ProcessorMovement[] {
  const { presentmentAmount, presentmentCurrency, currency, amount } = entry;
  if (presentmentAmount === null || presentmentCurrency === null) return [];
  // Only of a payment here the books have what was exchanged.
  if (!entry.isOfPayment || presentmentCurrency === currency) return [];
  const paid = { amount: presentmentAmount, currency: presentmentCurrency };
  const kept = { amount, currency };
  const [out, into] = RAISES[entry.kind] ? [paid, kept] : [kept, paid];
  return [
    { kind: 'EXCHANGE_OUT', ...out },
    { kind: 'EXCHANGE_IN', ...into },
  ];
}

/** The entries of one payout that are of one settlement account. Minor units. */
export interface EntrySum {
  readonly accountId: PaymentAccountId | null;
  /** Of all of them. */
  readonly net: number;
  /** Of what payouts of ours may use; of the rest only the fees. */
  readonly counted: number;
}

/** An entry of a payout that is about another one: it was ordered, or the processor has it again. */
export interface PayoutLine extends Pick<ProcessorEntryRow, 'amount'> {
  readonly kind: 'PAYOUT' | 'PAYOUT_REVERSED';
  readonly reference: string;
  readonly accountId: PaymentAccountId | null;
}

export interface PayoutContent extends Pick<
  ProcessorPayoutRow,
  'payoutReference' | 'amount' | 'others' | 'status' | 'paymentAccountId'
> {
  readonly sums: readonly EntrySum[];
  readonly lines: readonly PayoutLine[];
  /** Of an ordered payout: whether an automatic one lists it as ours. Null of an automatic one. */
  readonly isListed: boolean | null;
  /** Whether the processor has its money again, whatever its status was when it was read. */
  readonly isReversed: boolean;
}

export type Shares = ReadonlyMap<PaymentAccountId, number>;

/**
 * What the entries of a payout do not explain: 0 when they add up to it. An ordered one has none: an
 * automatic one explains it. Minor units.
 */
export function restOf({ amount, others, sums, isListed }: PayoutContent): number {
  if (isListed) return 0;
  return amount - others - sums.reduce((sum, { net }) => sum + net, 0);
}

/** Whether the bank has its money, so that the books have moved it. */
export function isPaid({ status, isReversed }: PayoutContent): boolean {
  return status === 'PAID' && !isReversed;
}

/**
 * What a payout moves for each settlement account when it is paid. Never more than the processor
 * paid: what it paid less than its entries is taken off the largest share. What it paid more stays
 * out, until an entry explains it. An ordered payout in it that the bank has took nothing off: the
 * bank has both amounts.
 *
 * @param contents the payout and those that its entries name, by reference
 */
export function sharesOf(
  reference: string,
  contents: ReadonlyMap<string, PayoutContent>,
  within: readonly string[] = [],
): Shares {
  const content = contents.get(reference);
  const shares = new Map<PaymentAccountId, number>();
  if (!content || within.includes(reference)) return shares;
  const add = (account: PaymentAccountId | null, amount: number) => {
    if (account !== null) shares.set(account, (shares.get(account) ?? 0) + amount);
  };
  for (const { accountId, counted } of content.sums) add(accountId, counted);
  for (const { kind, reference: earlier, accountId, amount } of content.lines) {
    const other = contents.get(earlier);
    const bearer = accountId ?? content.paymentAccountId;
    if (kind === 'PAYOUT') add(bearer, other && !isPaid(other) ? -amount : 0);
    else if (other?.isListed != null) add(bearer, amount);
    else for (const share of sharesOf(earlier, contents, [...within, reference])) add(...share);
  }
  const missing = Math.min(0, restOf(content));
  if (missing < 0) add(largest(shares) ?? content.paymentAccountId, missing);
  return shares;
}

/** What the books must have moved for a payout by now: nothing before it is paid, or once it failed. */
export function movedBy(reference: string, contents: ReadonlyMap<string, PayoutContent>): Shares {
  const content = contents.get(reference);
  return content && isPaid(content) ? sharesOf(reference, contents) : new Map();
}

function largest(shares: Shares): PaymentAccountId | null {
  const [first] = [...shares].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return first?.[0] ?? null;
}
