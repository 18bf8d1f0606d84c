export const DIFFERENCE_KINDS = [
  'MISSING_HERE',
  'MISSING_THERE',
  'AMOUNT',
  'CURRENCY',
  'TWICE',
] as const;
/**
 * - `MISSING_HERE`: the gateway settled what our books do not have, or not all of them.
 * - `MISSING_THERE`: our books have what the gateway has not settled although it had the time.
 * - `AMOUNT`, `CURRENCY`: both have it, with another sum.
 * - `TWICE`: the gateway settled it more than once.
 */
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export const SIDES = ['CHARGE', 'REFUND'] as const;
export type Side = (typeof SIDES)[number];

/** Minor units. */
export interface Sum {
  readonly amount: number;
  readonly currency: string;
}

/** One line of what the gateway settled. */
export interface Settled extends Sum {
  readonly entryId: string;
  readonly reference: string;
  readonly kind: Side;
}

/** What we hold about one side of a payment. */
export interface Held {
  /** Every place that tells the sum: the payment or refund, and the ledger. */
  readonly sums: readonly Sum[];
  /** Whether all places that must have it do. */
  readonly complete: boolean;
  /** Since when; null when we hold nothing. */
  readonly since: Date | null;
}

/** One payment as we hold it. */
export interface OurBooks extends Readonly<Record<Side, Held>> {
  /** The gateway's name for it: everything under another one is not ours. */
  readonly reference: string;
}

export interface Comparison {
  /** Null when we have no such payment at this gateway. */
  readonly ours: OurBooks | null;
  readonly theirs: readonly Settled[];
  /** What we hold since before this instant, the gateway must have settled by now. */
  readonly settledBy: Date;
}

export interface Difference {
  readonly side: Side;
  readonly kind: DifferenceKind;
  readonly ours: readonly Sum[];
  readonly theirs: readonly Settled[];
}

const NOTHING: Held = { sums: [], complete: false, since: null };

/** Everything in which the two books differ about one payment; nothing is concluded from it. */
export function compareBooks({ ours, theirs, settledBy }: Comparison): Difference[] {
  return SIDES.flatMap((side) => {
    const held = ours?.[side] ?? NOTHING;
    const entries = theirs.filter(({ kind }) => kind === side);
    const own = entries.filter(({ reference }) => reference === ours?.reference);
    const kinds = new Set<DifferenceKind>();
    if (entries.length > 0 && (own.length === 0 || !held.complete)) kinds.add('MISSING_HERE');
    if (entries.length > 1) kinds.add('TWICE');
    const isOverdue = held.since !== null && held.since < settledBy;
    if (own.length === 0 && isOverdue) kinds.add('MISSING_THERE');
    for (const entry of own) for (const sum of held.sums) addMismatch(kinds, entry, sum);
    return [...kinds].map((kind) => ({ side, kind, ours: held.sums, theirs: entries }));
  });
}

/** Amounts of two currencies cannot be compared. */
function addMismatch(kinds: Set<DifferenceKind>, one: Sum, other: Sum): void {
  if (one.currency !== other.currency) kinds.add('CURRENCY');
  else if (one.amount !== other.amount) kinds.add('AMOUNT');
}
