export const INSTITUTION_TYPES = ['BANK', 'WALLET', 'TEST'] as const;
export type InstitutionType = (typeof INSTITUTION_TYPES)[number];

/** Stages of the connection to an institution. */
export const INSTITUTION_STATUSES = ['SUPPORTED', 'BETA', 'ALPHA'] as const;
export type InstitutionStatus = (typeof INSTITUTION_STATUSES)[number];

/** `PERSONAL` is the older name of `INDIVIDUAL`. */
export const INSTITUTION_USER_TYPES = ['INDIVIDUAL', 'BUSINESS', 'PERSONAL'] as const;
export type InstitutionUserType = (typeof INSTITUTION_USER_TYPES)[number];

/** `real`: outside; `test`: simulated, for test apps. */
export const INSTITUTION_TAGS = ['real', 'test'] as const;
export type InstitutionTag = (typeof INSTITUTION_TAGS)[number];

export const INSTITUTION_PRODUCTS = [
  'ACCOUNTS',
  'TRANSACTIONS',
  'STATEMENTS',
  'ACCOUNT_NUMBERS',
  'IDENTITY',
  'AUTO_DEBIT_SETUP',
] as const;
export type InstitutionProduct = (typeof INSTITUTION_PRODUCTS)[number];

export const INSTITUTION_PAYMENTS = ['MANDATE', 'DEBIT_AUTHORIZATION'] as const;
export type InstitutionPayment = (typeof INSTITUTION_PAYMENTS)[number];

/** Ways to log in at an institution. */
export const LOGIN_METHOD_NAMES = [
  'INSTITUTION_CREDENTIALS_LOGIN',
  'INSTITUTION_OAUTH_LOGIN',
] as const;
export type LoginMethodName = (typeof LOGIN_METHOD_NAMES)[number];

export const LOGIN_FIELD_TYPES = ['password', 'text', 'number'] as const;
export type LoginFieldType = (typeof LOGIN_FIELD_TYPES)[number];
