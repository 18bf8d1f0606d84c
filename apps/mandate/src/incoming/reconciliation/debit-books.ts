import type { HeldBooks, HeldSums } from '@towpath/reconciliation/books';

export const SIDES = ['CHARGE', 'RETURN', 'RETURN_REVERSED'] as const;
export type Side = (typeof SIDES)[number];

/** The data of a direct debit that the books of a bank can be compared with. */
interface BookedDebit {
  readonly paymentId: string;
  readonly status: string;
  readonly reinstated: boolean;
  readonly amount: number;
  readonly currency: string;
  /** Instant of its last transition. */
  readonly updatedAt: Date;
}

/** The collected amount, and the returned part of it. */
export function booksOf({
  paymentId,
  status,
  reinstated,
  amount,
  currency,
  updatedAt,
}: BookedDebit): HeldBooks<Side> {
  const isReturned = status === 'RETURNED' || reinstated;
  const held = (there: boolean): HeldSums => ({
    sums: there ? [{ amount, currency }] : [],
    complete: there,
    since: there ? updatedAt : null,
  });
  return {
    reference: paymentId,
    sides: {
      CHARGE: held(isReturned || status === 'EXECUTED'),
      RETURN: held(isReturned),
      RETURN_REVERSED: held(reinstated),
    },
  };
}
