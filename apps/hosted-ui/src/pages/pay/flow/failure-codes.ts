/** The failures that the page explains in its own words; every other code is `OTHER`. */
export const FAILURE_CODES = [
  'PAYMENT_METHOD_EXPIRED',
  'PAYMENT_METHOD_DECLINED',
  'INSUFFICIENT_FUNDS',
  'AUTHENTICATION_FAILED',
  'OTHER',
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

/** The same for direct debits. */
export const DEBIT_FAILURE_CODES = [
  'INSUFFICIENT_FUNDS',
  'AUTHENTICATION_FAILED',
  'OUTSIDE_TERMS',
  'ENDED',
  'OTHER',
] as const;

export type DebitFailureCode = (typeof DEBIT_FAILURE_CODES)[number];
