import type { ErrorCode } from '@towpath/kernel';

export const ERROR_TYPES = ['API_ERROR', 'LINK_ERROR', 'LINKING_ERROR'] as const;
export type ErrorType = (typeof ERROR_TYPES)[number];

export interface CatalogueEntry {
  /** HTTP status. */
  readonly status: number;
  readonly type: ErrorType;
  /** The integer `code` of the E1 envelope; absent where no E1 operation answers it. */
  readonly legacyCode?: number;
  /** Constant per code; `details` describes the single case. */
  readonly message: string;
}

const error = (message: string, other: Partial<CatalogueEntry> = {}): CatalogueEntry => ({
  status: 400,
  type: 'API_ERROR',
  message,
  ...other,
});
const linkError = (message: string) => error(message, { type: 'LINK_ERROR' });

/** Every error code with its HTTP status and texts. Total: a code without an entry does not compile. */
export const errorCatalogue: Readonly<Record<ErrorCode, CatalogueEntry>> = {
  // The interface itself: input, identity, rate, idempotency, availability.
  INVALID_REQUEST: error('The request is invalid.', { legacyCode: 40000 }),
  INVALID_REDIRECT_URI: error('The redirect_uri value is invalid.', { legacyCode: 40008 }),
  INVALID_GRANT: error('The code or refresh token is invalid, expired or already used.', {
    legacyCode: 40009,
  }),
  NOT_A_TEST_APP: error('This operation is available to test apps only.'),
  IDEMPOTENCY_KEY_REQUIRED: error('The Idempotency-Key header is required.'),
  IDEMPOTENCY_KEY_REUSED: error('The Idempotency-Key was already used with a different request.', {
    status: 422,
  }),
  IDEMPOTENCY_REQUEST_IN_PROGRESS: error(
    'A request with the same Idempotency-Key is still being processed.',
    { status: 409 },
  ),
  CLOCK_ADVANCING: error('The clock of the test app is advancing.', { status: 409 }),
  WEBHOOK_ENDPOINT_NOT_FOUND: error('The webhook endpoint cannot be found.'),
  WEBHOOK_EVENT_NOT_FOUND: error('The webhook event cannot be found.'),
  WEBHOOK_URL_NOT_ALLOWED: error('Webhooks cannot be sent to this URL.'),
  UNAUTHORIZED: error('A valid bearer token, or valid client credentials, must be sent.', {
    status: 401,
    legacyCode: 40100,
  }),
  TOKEN_EXPIRED: error('The bearer token has expired.', { status: 401, legacyCode: 40101 }),
  INSUFFICIENT_SCOPE: error('The bearer token does not allow this operation.', {
    status: 403,
    legacyCode: 40300,
  }),
  ROUTE_NOT_FOUND: error('There is no such operation.', { status: 404, legacyCode: 40400 }),
  METHOD_NOT_ALLOWED: error('The path does not have this method.', {
    status: 405,
    legacyCode: 40500,
  }),
  PAYLOAD_TOO_LARGE: error('The request body is too large.', { status: 413, legacyCode: 41300 }),
  UNSUPPORTED_MEDIA_TYPE: error('The content type of the request body is not supported.', {
    status: 415,
    legacyCode: 41500,
  }),
  RATE_LIMITED: error('Too many requests.', { status: 429, legacyCode: 42900 }),
  INTERNAL_ERROR: error('An internal error occurred.', { status: 500, legacyCode: 50000 }),
  NOT_IMPLEMENTED: error('This operation is not available yet.', {
    status: 501,
    legacyCode: 50100,
  }),
  SERVICE_UNAVAILABLE: error('The service is temporarily unavailable.', {
    status: 503,
    legacyCode: 50300,
  }),
  // Linking an institution login, and reading its data.
  LOGIN_IDENTITY_NOT_FOUND: error(
    'The login identity ID cannot be found, or it is deleted or inaccessible.',
    { legacyCode: 40001 },
  ),
  INSTITUTION_NOT_FOUND: error('The institution cannot be found.', { legacyCode: 40002 }),
  ACCOUNT_NOT_FOUND: error('The account cannot be found.', { legacyCode: 40003 }),
  CREDENTIALS_INVALID: error('The institution rejected the credentials.', {
    type: 'LINKING_ERROR',
    legacyCode: 40004,
  }),
  CREDENTIAL_NOT_STORED: error(
    'The credentials are not stored, so the data cannot be refreshed. Link again.',
    { legacyCode: 40004 },
  ),
  STATEMENT_NOT_FOUND: error('The statement cannot be found.', { legacyCode: 40005 }),
  PRODUCT_NOT_AVAILABLE: error('The product was not requested or is not ready.', {
    legacyCode: 40006,
  }),
  REFRESH_NOT_ALLOWED: error('The login identity cannot be refreshed now.', { legacyCode: 40007 }),
  INVALID_LOGIN_IDENTITY_STATUS: error('The status of the login identity does not allow this.'),
  INVALID_ENCRYPTED_PAYLOAD: linkError('The encrypted payload cannot be decrypted.'),
  UNKNOWN_KEY_ID: linkError('The key ID is unknown or no longer accepted.'),
  LINK_ACTION_NOT_FOUND: linkError('The login action cannot be found.'),
  LINK_ACTION_EXPIRED: linkError('The login action has expired.'),
  INSTITUTION_UNAVAILABLE: linkError('The institution is temporarily unavailable.'),
  INSTITUTION_NOT_CONNECTED: linkError('The institution cannot be linked yet.'),
  TOO_MANY_ATTEMPTS: linkError('The institution refuses further attempts for now.'),
  // Payments and their resources: unknown IDs, refused moves, business rules.
  PAYMENT_USER_NOT_FOUND: error('The payment user cannot be found.'),
  PAYMENT_ACCOUNT_NOT_FOUND: error('The payment account cannot be found.'),
  PAYMENT_METHOD_NOT_FOUND: error('The payment method cannot be found.'),
  MANDATE_NOT_FOUND: error('The mandate cannot be found.'),
  PAYMENT_LINK_NOT_FOUND: error('The payment link cannot be found.'),
  PAYMENT_NOT_FOUND: error('The payment cannot be found.'),
  PAYOUT_NOT_FOUND: error('The payout cannot be found.'),
  BILL_NOT_FOUND: error('The bill cannot be found.'),
  DISPUTE_NOT_FOUND: error('The dispute cannot be found.'),
  CONSENT_TEXT_CHANGED: error('The payer was shown another text than the present one.'),
  INVALID_MANDATE_STATUS: error('The status of the mandate does not allow this.'),
  INVALID_PAYMENT_LINK_STATUS: error('The status of the payment link does not allow this.'),
  INVALID_PAYMENT_METHOD_STATUS: error('The status of the payment method does not allow this.'),
  INVALID_PAYMENT_STATUS: error('The status of the payment does not allow this.'),
  INVALID_PAYOUT_STATUS: error('The status of the payout does not allow this.'),
  INVALID_DISPUTE_STATUS: error('The status of the dispute does not allow this.'),
  SURCHARGE_CHANGED: error('The surcharge is another one than the payer was shown.'),
  INVALID_BILL_STATUS: error('The status of the bill does not allow this.'),
  TRANSACTION_LIMIT_EXCEEDED: error('The amount exceeds a limit of the mandate.'),
  MANDATE_NOT_IN_VALIDITY_PERIOD: error('The mandate cannot be charged on this date.'),
  AUTOPAY_CONSENT_REQUIRED: error('The sender has not consented to autopay.'),
  CURRENCY_MISMATCH: error('The currencies do not match.'),
  DUPLICATE_REFERENCE: error('The reference was already used with different content.'),
  INSUFFICIENT_BALANCE: error('The balance does not cover the amount.'),
  REFUND_NOT_ALLOWED: error('The payment cannot be refunded.'),
  REFUND_NOT_FOUND: error('The refund cannot be found.'),
  PAYMENT_METHOD_EXPIRED: error('The payment method has expired. Choose another payment method.'),
  PAYMENT_METHOD_DECLINED: error('The payment method was declined.'),
  INSUFFICIENT_FUNDS: error('The payment was declined: insufficient funds.'),
  AUTHENTICATION_REQUIRED: error('The payer must authenticate the payment.'),
  AUTHENTICATION_FAILED: error('The payer did not authenticate the payment.'),
  AUTHORIZATION_EXPIRED: error('The bank released the held money before it was collected.'),
};

/** The integer that E1 sends: the code's own number, else HTTP status times 100. */
export function legacyCodeOf(code: ErrorCode): number {
  const { legacyCode, status } = errorCatalogue[code];
  return legacyCode ?? status * 100;
}
