import type { CatalogueEntry } from './catalogue-entry.js';

/** Errors of linking an institution login and of reading its data. */
export const linkErrors = {
  LOGIN_IDENTITY_NOT_FOUND: {
    status: 400,
    type: 'API_ERROR',
    legacyCode: 40001,
    message: 'The login identity ID cannot be found, or it is deleted or inaccessible.',
  },
  INSTITUTION_NOT_FOUND: {
    status: 400,
    type: 'API_ERROR',
    legacyCode: 40002,
    message: 'The institution cannot be found.',
  },
  ACCOUNT_NOT_FOUND: {
    status: 400,
    type: 'API_ERROR',
    legacyCode: 40003,
    message: 'The account cannot be found.',
  },
  CREDENTIALS_INVALID: {
    status: 400,
    type: 'LINKING_ERROR',
    legacyCode: 40004,
    message: 'The institution rejected the credentials.',
  },
  CREDENTIAL_NOT_STORED: {
    status: 400,
    type: 'API_ERROR',
    legacyCode: 40004,
    message: 'The credentials are not stored, so the data cannot be refreshed. Link again.',
  },
  STATEMENT_NOT_FOUND: {
    status: 400,
    type: 'API_ERROR',
    legacyCode: 40005,
    message: 'The statement cannot be found.',
  },
  PRODUCT_NOT_AVAILABLE: {
    status: 400,
    type: 'API_ERROR',
    legacyCode: 40006,
    message: 'The product was not requested or is not ready.',
  },
  REFRESH_NOT_ALLOWED: {
    status: 400,
    type: 'API_ERROR',
    legacyCode: 40007,
    message: 'The login identity cannot be refreshed now.',
  },
  INVALID_LOGIN_IDENTITY_STATUS: {
    status: 400,
    type: 'API_ERROR',
    message: 'The status of the login identity does not allow this.',
  },
  INVALID_ENCRYPTED_PAYLOAD: {
    status: 400,
    type: 'LINK_ERROR',
    message: 'The encrypted payload cannot be decrypted.',
  },
  UNKNOWN_KEY_ID: {
    status: 400,
    type: 'LINK_ERROR',
    message: 'The key ID is unknown or no longer accepted.',
  },
  LINK_ACTION_NOT_FOUND: {
    status: 400,
    type: 'LINK_ERROR',
    message: 'The login action cannot be found.',
  },
  LINK_ACTION_EXPIRED: {
    status: 400,
    type: 'LINK_ERROR',
    message: 'The login action has expired.',
  },
  INSTITUTION_UNAVAILABLE: {
    status: 400,
    type: 'LINK_ERROR',
    message: 'The institution is temporarily unavailable.',
  },
  INSTITUTION_NOT_CONNECTED: {
    status: 400,
    type: 'LINK_ERROR',
    message: 'The institution cannot be linked yet.',
  },
  TOO_MANY_ATTEMPTS: {
    status: 400,
    type: 'LINK_ERROR',
    message: 'The institution refuses further attempts for now.',
  },
} as const satisfies Record<string, CatalogueEntry>;
