/**
 * The status of one request at a card gateway or bank. `NOT_SEEN`: they do not know it, because it
 * has not arrived or was lost.
 */

/** Statuses of an authorization and its capture, at a card gateway. */
export const GATEWAY_STATUSES = [
  'NOT_SEEN',
  'PENDING',
  'ACTION_REQUIRED',
  'AUTHORIZED',
  'DECLINED',
  'CAPTURED',
  'CAPTURE_FAILED',
  'VOIDED',
  'REFUNDED',
] as const;
export type GatewayStatus = (typeof GATEWAY_STATUSES)[number];

/** Statuses of a mandate, at the bank that collects. */
export const MANDATE_BANK_STATUSES = [
  'NOT_SEEN',
  'ACTION_REQUIRED',
  'PENDING',
  'ACTIVE',
  'REJECTED',
  'REVOKED',
  'CANCELLED',
] as const;
export type MandateBankStatus = (typeof MANDATE_BANK_STATUSES)[number];

/** Statuses of a charge on a mandate. `RETURNED`: the bank paid it and took the money back. */
export const CHARGE_BANK_STATUSES = [
  'NOT_SEEN',
  'PENDING',
  'EXECUTED',
  'FAILED',
  'REVOKED',
  'RETURNED',
  /** Its return was cancelled: the bank has the money again. Nothing follows. */
  'REINSTATED',
] as const;
export type ChargeBankStatus = (typeof CHARGE_BANK_STATUSES)[number];

/** Statuses of a payout, at the bank that sends it. */
export const PAYOUT_BANK_STATUSES = [
  'NOT_SEEN',
  'PENDING',
  'EXECUTED',
  'REJECTED',
  /** It was executed, and the bank of the recipient sent the money back. */
  'RETURNED',
] as const;
export type PayoutBankStatus = (typeof PAYOUT_BANK_STATUSES)[number];
