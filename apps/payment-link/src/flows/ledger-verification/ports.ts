/** Rules that the ledger must always satisfy. */
export const LEDGER_RULES = [
  'ACCOUNTS_SUM_TO_ZERO',
  'CHECKPOINT_IS_ITS_TRANSFERS',
  'PAYMENT_IS_BOOKED',
  'RETURN_IS_BOOKED',
  'UNEXPECTED_IS_OPEN_REFUNDS',
  'DISPUTED_IS_OPEN_DISPUTES',
  'HELD_IS_OPEN_PAYOUTS',
  'PAYOUT_IS_BOOKED',
  'UNMATCHED_IS_KEPT_TRANSFERS',
  'REFUND_IS_BOOKED',
  'NOTHING_STAYS_BEHIND',
  'FEE_IS_BOOKED',
  'PAYOUT_FEE_IS_BOOKED',
  'STATEMENT_TIES',
] as const;
export type LedgerRule = (typeof LEDGER_RULES)[number];

/** One place where the books break a rule. Amounts: minor units; null for nothing at all. */
export interface LedgerFinding {
  readonly rule: LedgerRule;
  /** The payment, refund, payout or dispute, or the ledger account. */
  readonly subject: string;
  readonly currency: string;
  readonly expected: number | null;
  readonly found: number | null;
}

/** Balance of one ledger account: credits less debits, minor units. */
export interface LedgerBalance {
  readonly ledgerAccount: string;
  readonly currency: string;
  readonly balance: number;
}
