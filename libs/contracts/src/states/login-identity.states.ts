export const LOGIN_IDENTITY_STATUSES = [
  'UNKNOWN',
  'ERROR',
  'LINKING',
  'AUTHENTICATING',
  'CONNECTION_IN_PROGRESS',
  'CONNECTION_COMPLETE',
  'DATA_RETRIEVAL_IN_PROGRESS',
  'DATA_AVAILABLE',
  'DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL',
  'DATA_RETRIEVAL_COMPLETE',
  'REFRESHING',
  'UNLINKED',
  'UNLINK_SUCCEEDED',
  'UNLINK_FAILED',
] as const;
export type LoginIdentityStatus = (typeof LOGIN_IDENTITY_STATUSES)[number];

/** The status is `AUTHENTICATE_FAILED`; the webhook is `AUTHENTICATION_FAILED`. */
export const AUTHENTICATION_STATUSES = [
  'UNKNOWN',
  'LINKING',
  'AUTHENTICATING',
  'AUTHENTICATED',
  'AUTHENTICATE_FAILED',
  'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
  'AUTHENTICATION_TOO_MANY_ATTEMPTS',
] as const;
export type AuthenticationStatus = (typeof AUTHENTICATION_STATUSES)[number];

export const LINK_SESSION_STATUSES = ['UNKNOWN', 'IN_PROGRESS', 'COMPLETED', 'UNLINKED'] as const;
export type LinkSessionStatus = (typeof LINK_SESSION_STATUSES)[number];

/** The keys of `product_status`; in capitals, the products that a link requests. */
export const DATA_PRODUCTS = [
  'accounts',
  'online_transactions',
  'historical_transactions',
  'statements',
  'account_numbers',
  'identity',
  'balance_history',
  'payments',
  'income_estimation',
  'card_details',
] as const;
export type DataProduct = (typeof DATA_PRODUCTS)[number];

export const PRODUCT_STATUSES = [
  'UNKNOWN',
  'IN_PROGRESS',
  'SUCCESS',
  'WARNING',
  'ERROR',
  'NOT_SUPPORTED',
  'NOT_AVAILABLE',
  'TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/** Outcomes of the retrieval of a product; `<PRODUCT>_<OUTCOME>` is the event. */
export const PRODUCT_OUTCOMES = [
  'RETRIEVED',
  'PARTIALLY_RETRIEVED',
  'RETRIEVAL_FAILED',
  'NOT_FOUND',
  'NOT_SUPPORTED',
  'TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION',
] as const;
export type ProductOutcome = (typeof PRODUCT_OUTCOMES)[number];

export const AUTOMATIC_DATA_REFRESH = ['ON', 'OFF', 'FORCED_ON'] as const;
export type AutomaticDataRefresh = (typeof AUTOMATIC_DATA_REFRESH)[number];
