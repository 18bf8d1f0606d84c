/**
 * What is known of a charge on a mandate. `NOT_SEEN`: the bank has no word of it yet, or ours was
 * lost. `RETURNED`: the bank had paid it and took the money back.
 */
export const MANDATE_CHARGE_TRUTHS = [
  'NOT_SEEN',
  'PENDING',
  'EXECUTED',
  'FAILED',
  'REVOKED',
  'RETURNED',
] as const;
export type MandateChargeTruth = (typeof MANDATE_CHARGE_TRUTHS)[number];
