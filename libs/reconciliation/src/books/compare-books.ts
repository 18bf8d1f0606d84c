export const BOOK_DIFFERENCE_KINDS = [
  'MISSING_HERE',
  'MISSING_THERE',
  'AMOUNT',
  'CURRENCY',
  'TWICE',
  'FEE',
  'RATE',
  'PAYOUT_SUM',
  'PAYOUT_FAILED',
] as const;
/**
 * - `MISSING_HERE`: the other side settled what our books do not fully contain.
 * - `MISSING_THERE`: the other side has not settled an entry of ours in time.
 * - `AMOUNT`, `CURRENCY`: both sides have it, with other sums.
 * - `TWICE`: the other side settled it more than once.
 * - `FEE`: amount and fee of a card processor's entry do not come to its net.
 * - `RATE`: a card processor exchanged an amount at another rate than it states.
 * - `PAYOUT_SUM`: the entries of a card processor's payout do not come to its amount.
 * - `PAYOUT_FAILED`: a payout of a card processor failed, and no later one has its money.
 */
export type BookDifferenceKind = (typeof BOOK_DIFFERENCE_KINDS)[number];

/** Minor units. */
export interface BookSum {
  readonly amount: number;
  readonly currency: string;
  /** Of a dispute. */
  readonly status?: string;
  /** Of a dispute: how many things happened to it at the processor. */
  readonly position?: number;
}

/** One line of a settlement of a gateway or bank. */
export interface SettledLine<Side extends string = string> extends BookSum {
  readonly entryId: string;
  readonly reference: string;
  /** The other side's own ID of the payment, if it does not find one by our reference. */
  readonly gatewayReference?: string | null;
  readonly kind: Side;
}

/** Our records of one side of a payment. */
export interface HeldSums {
  /** Every record that contains the sum. */
  readonly sums: readonly BookSum[];
  /** Whether all places that must have it do. */
  readonly complete: boolean;
  /** Since when; null when we hold nothing. */
  readonly since: Date | null;
  /** The single movements of a side that may have several, such as refunds. */
  readonly parts?: readonly (BookSum & { readonly at: Date })[];
}

/** One payment as we hold it. */
export interface HeldBooks<Side extends string = string> {
  /** Their name for it: everything under another one is not ours. */
  readonly reference: string;
  readonly sides: Readonly<Record<Side, HeldSums>>;
  /** What the owner of the books found within the lines of the other side. */
  readonly findings?: readonly BookDifference<Side>[];
}

export interface BookComparison<Side extends string = string> {
  /** Money that came, money that went back. */
  readonly sides: readonly Side[];
  /** Null when we have no such payment there. */
  readonly ours: HeldBooks<Side> | null;
  readonly theirs: readonly SettledLine<Side>[];
  /** The other side must have settled our entries from before this instant. */
  readonly settledBy: Date;
}

export interface BookDifference<Side extends string = string> {
  readonly side: Side;
  readonly kind: BookDifferenceKind;
  readonly ours: readonly BookSum[];
  readonly theirs: readonly SettledLine<Side>[];
}

const NOTHING: HeldSums = { sums: [], complete: false, since: null };

/** Everything in which the two books differ about one payment; nothing is concluded from it. */
export function compareBooks<Side extends string>({
  sides,
  ours,
  theirs,
  settledBy,
}: BookComparison<Side>): BookDifference<Side>[] {
  const unheld = sides.filter((side) => (ours?.sides[side]?.sums ?? []).length === 0);
  const unseen = theirs.filter(({ kind }) => unheld.includes(kind));
  const compared = cameAndWent(sides, unseen)
    ? sides.filter((side) => !unheld.includes(side))
    : sides;
  return compared.flatMap((side) => {
    const held: HeldSums = ours?.sides[side] ?? NOTHING;
    const entries = theirs.filter(({ kind }) => kind === side);
    const own = entries.filter(({ reference }) => reference === ours?.reference);
    const kinds = new Set<BookDifferenceKind>();
    const { parts = [] } = held;
    if (parts.length > 1 || (parts.length === 1 && own.length > 1)) {
      if (own.length < entries.length || !held.complete) kinds.add('MISSING_HERE');
      addUnmatched(kinds, own, { parts, settledBy });
      return [...kinds].map((kind) => ({ side, kind, ours: held.sums, theirs: entries }));
    }
    if (entries.length > 0 && (own.length === 0 || !held.complete)) kinds.add('MISSING_HERE');
    if (entries.length > 1) kinds.add('TWICE');
    const isOverdue = held.since !== null && held.since < settledBy;
    if (own.length === 0 && isOverdue) kinds.add('MISSING_THERE');
    for (const entry of own) for (const sum of held.sums) addMismatch(kinds, entry, sum);
    return [...kinds].map((kind) => ({ side, kind, ours: held.sums, theirs: entries }));
  });
}

/** Money of a side that came back: `REFUND_REVERSED` of `REFUND`. */
export function isReversal(side: string): boolean {
  return side.endsWith('_REVERSED');
}

/** Money that our books never had and that went back as a whole, as after a restore. */
function cameAndWent<Side extends string>(
  [came]: readonly Side[],
  theirs: readonly SettledLine<Side>[],
): boolean {
  const net = new Map<string, number>();
  for (const { reference, currency, kind, amount } of theirs) {
    const place = `${reference} ${currency}`;
    const comes = kind === came || isReversal(kind);
    net.set(place, (net.get(place) ?? 0) + (comes ? amount : -amount));
  }
  return theirs.length > 0 && [...net.values()].every((sum) => sum === 0);
}

/**
 * Pairs each movement of the other side with one of ours of the same amount; unpaired movements
 * differ.
 */
function addUnmatched(
  kinds: Set<BookDifferenceKind>,
  theirs: readonly BookSum[],
  {
    parts,
    settledBy,
  }: { readonly parts: NonNullable<HeldSums['parts']>; readonly settledBy: Date },
): void {
  const left = [...parts];
  for (const { amount, currency } of theirs) {
    const same = (part: BookSum) => part.amount === amount && part.currency === currency;
    const found = left.findIndex(same);
    if (found >= 0) left.splice(found, 1);
    else kinds.add(parts.some(same) ? 'TWICE' : 'MISSING_HERE');
  }
  if (left.some(({ at }) => at < settledBy)) kinds.add('MISSING_THERE');
}

/** Amounts of two currencies cannot be compared. */
function addMismatch(kinds: Set<BookDifferenceKind>, one: BookSum, other: BookSum): void {
  if (one.currency !== other.currency) kinds.add('CURRENCY');
  else if (one.amount !== other.amount) kinds.add('AMOUNT');
}
