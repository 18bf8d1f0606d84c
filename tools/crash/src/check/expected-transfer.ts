/** A movement of money that must be in the ledger exactly once. */
export interface Expected {
  readonly kind: string;
  readonly payment_id: string | null;
  readonly refund_id?: string | null;
  readonly payout_id?: string | null;
  readonly amount: number;
  readonly currency: string;
  /** Kinds of the ledger accounts. */
  readonly debit: string;
  readonly credit: string;
  readonly account: string;
}
