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

export const REFUND_STATUSES = ['CREATED', 'SUBMITTED', 'EXECUTED', 'FAILED', 'REVERSED'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Who started a refund. */
export const REFUND_ORIGINS = ['CUSTOMER_APP', 'OPERATOR', 'SYSTEM'] as const;
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

export const PAYMENT_LINK_STATUSES = [
  'CREATED',
  'PAID',
  'SETUP_SUCCEEDED',
  'CANCELLED',
  'EXPIRED',
] as const;
export type PaymentLinkStatus = (typeof PAYMENT_LINK_STATUSES)[number];

/** Computed at read time from the link's attempts, until the link succeeds. */
export const SESSION_STATUSES = ['OPEN', 'PROCESSING', 'COMPLETE', 'FAILED'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

export const PAYMENT_LINK_MODES = ['PAYMENT', 'SETUP'] as const;
export type PaymentLinkMode = (typeof PAYMENT_LINK_MODES)[number];

export const FUTURE_PAYMENTS = ['AUTOPAY', 'CLICK_TO_PAY'] as const;
export type FuturePayments = (typeof FUTURE_PAYMENTS)[number];

export const ENROLLMENT_PREFILL_VALUES = ['YES', 'NO'] as const;
export type EnrollmentPrefillValue = (typeof ENROLLMENT_PREFILL_VALUES)[number];

export const PAGE_LANGUAGES = ['en', 'vi', 'zh', 'ko'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

export const UI_MODES = ['iframe', 'redirect', 'auto_redirect', 'standalone'] as const;
export type UiMode = (typeof UI_MODES)[number];

/** `UNKNOWN` is only ever read, never written. */
export const CARD_STATUSES = ['UNKNOWN', 'CREATED', 'SUCCEEDED', 'CANCELLED', 'FAILED'] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

export const PAYMENT_METHOD_TYPES = ['CARD', 'MANDATE'] as const;
export type PaymentMethodType = (typeof PAYMENT_METHOD_TYPES)[number];

export const CARD_FUNDINGS = ['UNKNOWN', 'CREDIT', 'DEBIT', 'PREPAID'] as const;
export type CardFunding = (typeof CARD_FUNDINGS)[number];

/** Card gateways 1, 2 and 4; direct debit gateway 3. */
export const GATEWAY_INTEGRATIONS = ['GW1', 'GW2', 'GW3', 'GW4'] as const;

/** The one integration that delivers bills and tenants. */
export const EXTERNAL_INTEGRATION = 'EXT';

export const ACCOUNT_TYPES = ['EXTERNAL_ACCOUNT', 'SETTLEMENT_ACCOUNT'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const ACCOUNT_NUMBER_TYPES = ['LOCAL', 'IBAN'] as const;
export type AccountNumberType = (typeof ACCOUNT_NUMBER_TYPES)[number];

export const CONFIRMATION_SPEEDS = ['REALTIME', 'DELAYED'] as const;
export type ConfirmationSpeed = (typeof CONFIRMATION_SPEEDS)[number];

export const USER_TYPES = ['INDIVIDUAL', 'BUSINESS'] as const;
export type UserType = (typeof USER_TYPES)[number];

export const SENDER_DETAIL_TYPES = [
  'HK_ID',
  'PASSPORT',
  'HK_BUSINESS_REGISTRATION',
  'HK_CERTIFICATE_OF_INCORPORATION',
  'ACCOUNTHOLDER_NAME',
] as const;
export type SenderDetailType = (typeof SENDER_DETAIL_TYPES)[number];
