import type { InstitutionLoginMethod, InstitutionProduct } from '@towpath/contracts';

export const PRODUCTS_OF_BANKS: InstitutionProduct[] = [
  'ACCOUNTS',
  'TRANSACTIONS',
  'STATEMENTS',
  'ACCOUNT_NUMBERS',
  'IDENTITY',
  'AUTO_DEBIT_SETUP',
];

export const UPDATED_AT = '2026-01-15T00:00:00.000Z';

/** A form of ours. Its keys are part of the interface: values are encrypted under them. */
export const CREDENTIALS_LOGIN: InstitutionLoginMethod = {
  id: 'credentials',
  name: 'INSTITUTION_CREDENTIALS_LOGIN',
  is_default_method: true,
  status: 'SUPPORTED',
  login_fields: [
    { key: 'user_id', name: 'User ID', type: 'text' },
    { key: 'password', name: 'Password', type: 'password' },
  ],
};

/** The institution's own page and back. */
export const OAUTH_LOGIN: InstitutionLoginMethod = {
  id: 'oauth',
  name: 'INSTITUTION_OAUTH_LOGIN',
  is_default_method: true,
  status: 'SUPPORTED',
  login_fields: [],
};
