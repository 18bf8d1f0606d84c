import type { CatalogueEntry } from './catalogue-entry.js';

/** Errors of the interface itself: input, identity, rate, idempotency, availability. */
export const platformErrors = {
  INVALID_REQUEST: {
    status: 400,
    type: 'API_ERROR',
    legacyCode: 40000,
    message: 'The request is invalid.',
  },
  INVALID_REDIRECT_URI: {
    status: 400,
    type: 'API_ERROR',
    legacyCode: 40008,
    message: 'The redirect_uri value is invalid.',
  },
  INVALID_GRANT: {
    status: 400,
    type: 'API_ERROR',
    legacyCode: 40009,
    message: 'The code or refresh token is invalid, expired or already used.',
  },
  NOT_A_TEST_APP: {
    status: 400,
    type: 'API_ERROR',
    message: 'This operation is available to test apps only.',
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    type: 'API_ERROR',
    message: 'The Idempotency-Key header is required.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    type: 'API_ERROR',
    message: 'The Idempotency-Key was already used with a different request.',
  },
  IDEMPOTENCY_REQUEST_IN_PROGRESS: {
    status: 409,
    type: 'API_ERROR',
    message: 'A request with the same Idempotency-Key is still being processed.',
  },
  CLOCK_ADVANCING: {
    status: 409,
    type: 'API_ERROR',
    message: 'The clock of the test app is advancing.',
  },
  WEBHOOK_ENDPOINT_NOT_FOUND: {
    status: 400,
    type: 'API_ERROR',
    message: 'The webhook endpoint cannot be found.',
  },
  WEBHOOK_EVENT_NOT_FOUND: {
    status: 400,
    type: 'API_ERROR',
    message: 'The webhook event cannot be found.',
  },
  WEBHOOK_URL_NOT_ALLOWED: {
    status: 400,
    type: 'API_ERROR',
    message: 'Webhooks cannot be sent to this URL.',
  },
  UNAUTHORIZED: {
    status: 401,
    type: 'API_ERROR',
    legacyCode: 40100,
    message: 'A valid bearer token, or valid client credentials, must be sent.',
  },
  TOKEN_EXPIRED: {
    status: 401,
    type: 'API_ERROR',
    legacyCode: 40101,
    message: 'The bearer token has expired.',
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    type: 'API_ERROR',
    legacyCode: 40300,
    message: 'The bearer token does not allow this operation.',
  },
  ROUTE_NOT_FOUND: {
    status: 404,
    type: 'API_ERROR',
    legacyCode: 40400,
    message: 'There is no such operation.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    type: 'API_ERROR',
    legacyCode: 40500,
    message: 'The path does not have this method.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    type: 'API_ERROR',
    legacyCode: 41300,
    message: 'The request body is too large.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    type: 'API_ERROR',
    legacyCode: 41500,
    message: 'The content type of the request body is not supported.',
  },
  RATE_LIMITED: {
    status: 429,
    type: 'API_ERROR',
    legacyCode: 42900,
    message: 'Too many requests.',
  },
  INTERNAL_ERROR: {
    status: 500,
    type: 'API_ERROR',
    legacyCode: 50000,
    message: 'An internal error occurred.',
  },
  NOT_IMPLEMENTED: {
    status: 501,
    type: 'API_ERROR',
    legacyCode: 50100,
    message: 'This operation is not available yet.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    type: 'API_ERROR',
    legacyCode: 50300,
    message: 'The service is temporarily unavailable.',
  },
} as const satisfies Record<string, CatalogueEntry>;
