import type { InstitutionLoginMethod } from '@towpath/contracts';

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
