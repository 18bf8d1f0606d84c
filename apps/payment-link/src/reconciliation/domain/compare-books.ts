import {
  BOOK_DIFFERENCE_KINDS,
  compareBooks as compare,
  type BookComparison,
  type BookDifference,
  type BookDifferenceKind,
  type BookSum,
  type HeldBooks,
  type HeldSums,
  type SettledLine,
} from '@towpath/kernel';

export const DIFFERENCE_KINDS = BOOK_DIFFERENCE_KINDS;
export type DifferenceKind = BookDifferenceKind;

export const SIDES = ['CHARGE', 'REFUND'] as const;
export type Side = (typeof SIDES)[number];

/** Minor units. */
export type Sum = BookSum;
/** One line of what the gateway settled. */
export type Settled = SettledLine<Side>;
/** What we hold about one side of a payment: the payment or refund, and the ledger. */
export type Held = HeldSums;
/** One payment as we hold it. */
export type OurBooks = HeldBooks<Side>;
export type Difference = BookDifference<Side>;

/** Everything in which the two books differ about one payment; nothing is concluded from it. */
export function compareBooks(comparison: Omit<BookComparison<Side>, 'sides'>): Difference[] {
  return compare({ sides: SIDES, ...comparison });
}
