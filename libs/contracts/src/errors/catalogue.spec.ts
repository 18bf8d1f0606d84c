import { ERROR_CODES, type ErrorCode } from '@towpath/kernel';
import { ERROR_TYPES, errorCatalogue, legacyCodeOf } from './catalogue.js';
import { embeddedError, errorEnvelope } from './envelope.js';

const OTHER_THAN_400: Partial<Record<ErrorCode, number>> = {
  UNAUTHORIZED: 401,
  TOKEN_EXPIRED: 401,
  INSUFFICIENT_SCOPE: 403,
  ROUTE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  IDEMPOTENCY_REQUEST_IN_PROGRESS: 409,
  CLOCK_ADVANCING: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  NOT_IMPLEMENTED: 501,
  SERVICE_UNAVAILABLE: 503,
};

const LEGACY_CODES: Partial<Record<ErrorCode, number>> = {
  INVALID_REQUEST: 40000,
  LOGIN_IDENTITY_NOT_FOUND: 40001,
  INSTITUTION_NOT_FOUND: 40002,
  ACCOUNT_NOT_FOUND: 40003,
  CREDENTIALS_INVALID: 40004,
  CREDENTIAL_NOT_STORED: 40004,
  STATEMENT_NOT_FOUND: 40005,
  PRODUCT_NOT_AVAILABLE: 40006,
  REFRESH_NOT_ALLOWED: 40007,
  INVALID_REDIRECT_URI: 40008,
  INVALID_GRANT: 40009,
  UNAUTHORIZED: 40100,
  TOKEN_EXPIRED: 40101,
  INSUFFICIENT_SCOPE: 40300,
  ROUTE_NOT_FOUND: 40400,
  METHOD_NOT_ALLOWED: 40500,
  PAYLOAD_TOO_LARGE: 41300,
  UNSUPPORTED_MEDIA_TYPE: 41500,
  RATE_LIMITED: 42900,
  INTERNAL_ERROR: 50000,
  NOT_IMPLEMENTED: 50100,
  SERVICE_UNAVAILABLE: 50300,
};

describe('error catalogue', () => {
  it('has exactly the codes of the kernel', () => {
    expect(Object.keys(errorCatalogue).sort()).toEqual([...ERROR_CODES].sort());
  });

  it.each(ERROR_CODES)('%s has the status, type and number of the interface', (code) => {
    const { status, type, legacyCode, message } = errorCatalogue[code];
    expect(status).toBe(OTHER_THAN_400[code] ?? 400);
    expect(legacyCode).toBe(LEGACY_CODES[code]);
    expect(ERROR_TYPES).toContain(type);
    expect(message).toMatch(/^[A-Z].*\.$/);
  });

  it('marks the link errors', () => {
    const linkTypes = ERROR_CODES.filter((code) => errorCatalogue[code].type === 'LINK_ERROR');
    expect(linkTypes.sort()).toEqual([
      'INSTITUTION_NOT_CONNECTED',
      'INSTITUTION_UNAVAILABLE',
      'INVALID_ENCRYPTED_PAYLOAD',
      'LINK_ACTION_EXPIRED',
      'LINK_ACTION_NOT_FOUND',
      'TOO_MANY_ATTEMPTS',
      'UNKNOWN_KEY_ID',
    ]);
    expect(errorCatalogue.CREDENTIALS_INVALID.type).toBe('LINKING_ERROR');
  });

  it('derives a number where an E1 envelope needs one and the code has none', () => {
    expect(legacyCodeOf('IDEMPOTENCY_KEY_REUSED')).toBe(42200);
  });
});

describe('errorEnvelope', () => {
  const facts = { code: 'CREDENTIALS_INVALID', details: 'Try again.', requestId: 'r1' } as const;
  const rest = {
    type: 'LINKING_ERROR',
    error_code: 'CREDENTIALS_INVALID',
    message: 'The institution rejected the credentials.',
    details: 'Try again.',
    request_id: 'r1',
  };

  it('puts an integer code into E1', () => {
    expect(errorEnvelope('E1', facts)).toEqual({ error: { ...rest, code: 40004 } });
  });

  it('puts the error code into E2 as text', () => {
    expect(errorEnvelope('E2', facts)).toEqual({
      error: { ...rest, code: 'CREDENTIALS_INVALID' },
    });
  });

  it('puts no code into E3', () => {
    expect(errorEnvelope('E3', facts)).toEqual({ error: rest });
  });

  it('puts neither code nor request ID into an embedded error, which has two types', () => {
    expect(embeddedError('CREDENTIALS_INVALID', 'Try again.')).toEqual({
      type: 'LINK_ERROR',
      error_code: 'CREDENTIALS_INVALID',
      message: 'The institution rejected the credentials.',
      details: 'Try again.',
    });
  });
});
