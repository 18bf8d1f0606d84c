export const PAYMENT_STATUSES = [
  'CREATED',
  'AUTHORIZATION_REQUIRED',
  'AUTHORIZING',
  'PROCESSING',
  'SUBMITTED',
  'EXECUTED',
  'FAILED',
  'REVOKED',
  'CANCELLED',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_TYPES = ['MANDATE', 'SINGLE', 'CARD', 'MANUAL', 'WALLET'] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];

export const RECURRING_PAYMENT_MODES = [
  'FIXED_SCHEDULE',
  'NON_RECURRING',
  'VARIABLE_RECURRING',
] as const;
export type RecurringPaymentMode = (typeof RECURRING_PAYMENT_MODES)[number];

export const FEE_PAYERS = ['RECIPIENT', 'SENDER'] as const;
export type FeePayer = (typeof FEE_PAYERS)[number];

export const REFUND_STATUSES = ['CREATED', 'SUBMITTED', 'EXECUTED', 'FAILED'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Who started a refund. */
export const REFUND_ORIGINS = ['CUSTOMER_APP', 'SYSTEM'] as const;
export type RefundOrigin = (typeof REFUND_ORIGINS)[number];

export const PAYOUT_STATUSES = [
  'CREATED',
  'PROCESSING',
  'PROCESSING_FUNDS',
  'FUNDED',
  'SUBMITTED',
  'EXECUTED',
  'FAILED',
  'CANCELLED',
] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** Outcomes of a bank transfer of a payer. */
export const TRANSFER_OUTCOMES = ['PAID', 'OVERPAID', 'RETURNED', 'UNMATCHED'] as const;
export type TransferOutcome = (typeof TRANSFER_OUTCOMES)[number];

/** Why a transfer did not pay a link that still waits for it. */
export const RETURN_CAUSES = ['TOO_LITTLE', 'OTHER_CURRENCY'] as const;
export type ReturnCause = (typeof RETURN_CAUSES)[number];

export const PAYOUT_TYPES = ['MANUAL', 'SCHEDULED', 'SETTLEMENT', 'ON_DEMAND'] as const;
export type PayoutType = (typeof PAYOUT_TYPES)[number];

export const BILL_STATUSES = ['UNKNOWN', 'UNPAID', 'PAID', 'CANCELLED', 'FAILED'] as const;
export type BillStatus = (typeof BILL_STATUSES)[number];
