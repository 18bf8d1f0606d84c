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
