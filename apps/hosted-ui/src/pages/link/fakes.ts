import type { LinkInstitution, LinkOffer, LinkView, LoginMethod } from './api/link-view.js';

export const CREDENTIALS: LoginMethod = {
  id: 'credentials',
  name: 'INSTITUTION_CREDENTIALS_LOGIN',
  is_default_method: true,
  status: 'SUPPORTED',
  login_fields: [
    { key: 'user_id', name: 'User ID', type: 'text' },
    { key: 'password', name: 'Password', type: 'password' },
  ],
};

export const TEST_BANK: LinkInstitution = {
  institution_id: 'testbank',
  institution_name: 'Test Bank',
  countries: ['HKG'],
  portal_name: 'Personal Internet Banking',
  user_type: ['INDIVIDUAL'],
  color: '#0b5394',
  login_methods: [CREDENTIALS],
};

/** A bank whose users log in on a page of its own. */
export const OAUTH_BANK: LinkInstitution = {
  ...TEST_BANK,
  institution_id: 'testbank-oauth',
  institution_name: 'Test Bank OAuth',
  login_methods: [
    { id: 'oauth', name: 'INSTITUTION_OAUTH_LOGIN', status: 'SUPPORTED', login_fields: [] },
  ],
};

export function anOffer(institution: LinkInstitution = TEST_BANK): LinkOffer {
  return {
    institution,
    products: ['accounts', 'identity'],
    consent: {
      version: 'link-1',
      language: 'en',
      statements: ['I allow it.'],
      text: 'I allow it.',
      sha256: 'a'.repeat(64),
    },
  };
}

/** A link whose user has chosen nothing yet. */
export function aLink(changes: Partial<LinkView> = {}): LinkView {
  return {
    mode: 'LINK',
    step: 'CHOOSING',
    live: false,
    merchant: { display_name: 'Shop' },
    language: 'en',
    ui_mode: 'redirect',
    institution_fixed: false,
    countries: [],
    institution_types: [],
    automatic_data_refresh: 'OFF',
    credentials_kept: false,
    ...changes,
  };
}
