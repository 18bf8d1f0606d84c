import { errorCatalogue } from '@towpath/contracts';
import { ERROR_CODES, type ErrorCode } from '@towpath/kernel';
import { failureOfResponse, troubleOf } from '../shared/api/api-answer.js';
import type { Catalogue } from '../shared/i18n/catalogue.js';
import { linkFailureOf, noticeAfter, typedAgain } from './link/flow/failure-of.js';
import { LINK_TEXTS } from './link/i18n/link-catalogue.js';
import { mandateFailureOf } from './mandate/flow/failure-of.js';
import type { Sending } from './mandate/flow/mandate-state.js';
import { afterFailure } from './mandate/flow/notice-of.js';
import { MANDATE_TEXTS } from './mandate/i18n/mandate-catalogue.js';
import { debitFailureCodeOf, failureCodeOf } from './pay/flow/failure-of.js';
import { LANGUAGES } from '../shared/i18n/languages.js';
import { PAY_TEXTS } from './pay/i18n/pay-catalogue.js';

/** What ended an attempt by card, and the words that tell it. */
const CARD: Partial<Record<ErrorCode, string>> = {
  PAYMENT_METHOD_EXPIRED: 'PAYMENT_METHOD_EXPIRED',
  PAYMENT_METHOD_DECLINED: 'PAYMENT_METHOD_DECLINED',
  INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
  AUTHENTICATION_REQUIRED: 'AUTHENTICATION_FAILED',
  AUTHENTICATION_FAILED: 'AUTHENTICATION_FAILED',
  AUTHORIZATION_EXPIRED: 'OTHER',
  INVALID_PAYMENT_METHOD_STATUS: 'OTHER',
};

/** The same by direct debit: at its set-up, or when it was charged. */
const DEBIT: Partial<Record<ErrorCode, string>> = {
  PAYMENT_METHOD_DECLINED: 'OTHER',
  INSUFFICIENT_FUNDS: 'INSUFFICIENT_FUNDS',
  AUTHENTICATION_FAILED: 'AUTHENTICATION_FAILED',
  CREDENTIALS_INVALID: 'AUTHENTICATION_FAILED',
  TOO_MANY_ATTEMPTS: 'AUTHENTICATION_FAILED',
  TRANSACTION_LIMIT_EXCEEDED: 'OUTSIDE_TERMS',
  MANDATE_NOT_IN_VALIDITY_PERIOD: 'OUTSIDE_TERMS',
  INVALID_MANDATE_STATUS: 'ENDED',
  INSTITUTION_UNAVAILABLE: 'OTHER',
  PAYMENT_ACCOUNT_NOT_FOUND: 'OTHER',
  INVALID_PAYMENT_LINK_STATUS: 'OTHER',
};

/** What ended a mandate. */
const MANDATE: Partial<Record<ErrorCode, string>> = {
  PAYMENT_METHOD_DECLINED: 'REJECTED',
  TOO_MANY_ATTEMPTS: 'LOCKED',
  CREDENTIALS_INVALID: 'LOGIN',
  AUTHENTICATION_FAILED: 'LOGIN',
  INSTITUTION_UNAVAILABLE: 'UNAVAILABLE',
  PAYMENT_ACCOUNT_NOT_FOUND: 'OTHER',
  INVALID_PAYMENT_LINK_STATUS: 'OTHER',
};

/** What ended a login at a bank. */
const LOGIN: Partial<Record<ErrorCode, string>> = {
  TOO_MANY_ATTEMPTS: 'LOCKED',
  INSTITUTION_UNAVAILABLE: 'UNAVAILABLE',
  AUTHENTICATION_FAILED: 'REFUSED',
  LINK_ACTION_EXPIRED: 'TIMED_OUT',
};

/** The same, where typing mends it: the form comes back with this message. */
const LOGIN_AGAIN: Partial<Record<ErrorCode, 'credentials' | 'kept_login'>> = {
  CREDENTIALS_INVALID: 'credentials',
  REFRESH_NOT_ALLOWED: 'kept_login',
};

/** What the link page may be refused with, and the message beside the step. */
const REFUSED_AT_LINKING: Partial<Record<ErrorCode, string>> = {
  INSTITUTION_NOT_CONNECTED: 'bank_not_offered',
  INSTITUTION_NOT_FOUND: 'bank_not_offered',
  CONSENT_TEXT_CHANGED: 'consent_changed',
  INVALID_REQUEST: 'not_accepted',
  INVALID_ENCRYPTED_PAYLOAD: 'not_accepted',
  UNKNOWN_KEY_ID: 'not_accepted',
  LINK_ACTION_NOT_FOUND: 'not_accepted',
  LOGIN_IDENTITY_NOT_FOUND: 'not_accepted',
  INVALID_LOGIN_IDENTITY_STATUS: 'not_accepted',
  CREDENTIAL_NOT_STORED: 'not_accepted',
};

type Sent = Exclude<Sending['what'], 'nothing'>;

/** What was sent, what the mandate service refuses about it, and the message beside the step. */
const REFUSED: readonly (readonly [Sent, ErrorCode, string])[] = [
  ['institution', 'INSTITUTION_NOT_FOUND', 'bank_not_offered'],
  ['institution', 'INSTITUTION_NOT_CONNECTED', 'bank_not_offered'],
  ['institution', 'CURRENCY_MISMATCH', 'bank_not_offered'],
  ['institution', 'INVALID_REQUEST', 'not_accepted'],
  ['institution', 'INVALID_MANDATE_STATUS', 'not_accepted'],
  ['institution', 'MANDATE_NOT_FOUND', 'not_accepted'],
  ['consent', 'INVALID_REQUEST', 'account_refused'],
  ['consent', 'INVALID_MANDATE_STATUS', 'not_accepted'],
  ['consent', 'INVALID_ENCRYPTED_PAYLOAD', 'not_accepted'],
  ['consent', 'UNKNOWN_KEY_ID', 'not_accepted'],
  ['consent', 'CONSENT_TEXT_CHANGED', 'consent_changed'],
  ['consent', 'INSTITUTION_NOT_CONNECTED', 'bank_not_offered'],
  ['login', 'CREDENTIALS_INVALID', 'credentials'],
  ['login', 'TOO_MANY_ATTEMPTS', 'too_many'],
  ['login', 'INSTITUTION_UNAVAILABLE', 'bank_down'],
  ['otp', 'CREDENTIALS_INVALID', 'code'],
  ['otp', 'TOO_MANY_ATTEMPTS', 'too_many'],
  ['otp', 'INSTITUTION_UNAVAILABLE', 'bank_down'],
  ['leave', 'MANDATE_NOT_FOUND', 'not_accepted'],
];

/** Any operation of a page may answer these. */
const ANYWHERE: Partial<Record<ErrorCode, 'session_ended' | 'rate_limited' | 'server'>> = {
  UNAUTHORIZED: 'session_ended',
  TOKEN_EXPIRED: 'session_ended',
  RATE_LIMITED: 'rate_limited',
  INTERNAL_ERROR: 'server',
  NOT_IMPLEMENTED: 'server',
  SERVICE_UNAVAILABLE: 'server',
};

/** Refusals of the payment page: the link has moved on, or the method is asked for anew. */
const REFUSED_AT_PAYING: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'PAYMENT_LINK_NOT_FOUND',
  'INVALID_PAYMENT_LINK_STATUS',
  'PAYMENT_ACCOUNT_NOT_FOUND',
  'PAYMENT_METHOD_NOT_FOUND',
  'INVALID_PAYMENT_METHOD_STATUS',
];

/** For customer apps alone: no operation of a page answers these to what a page sends. */
const NEVER_SEEN: readonly ErrorCode[] = [
  'INVALID_REDIRECT_URI',
  'INVALID_GRANT',
  'NOT_A_TEST_APP',
  'IDEMPOTENCY_KEY_REQUIRED',
  'IDEMPOTENCY_REQUEST_IN_PROGRESS',
  'CLOCK_ADVANCING',
  'IDEMPOTENCY_KEY_REUSED',
  'WEBHOOK_ENDPOINT_NOT_FOUND',
  'WEBHOOK_EVENT_NOT_FOUND',
  'WEBHOOK_URL_NOT_ALLOWED',
  'ACCOUNT_NOT_FOUND',
  'STATEMENT_NOT_FOUND',
  'PRODUCT_NOT_AVAILABLE',
  'PAYMENT_USER_NOT_FOUND',
  'PAYMENT_NOT_FOUND',
  'PAYOUT_NOT_FOUND',
  'BILL_NOT_FOUND',
  'DISPUTE_NOT_FOUND',
  'INVALID_PAYMENT_STATUS',
  'INVALID_PAYOUT_STATUS',
  'INVALID_DISPUTE_STATUS',
  'INVALID_BILL_STATUS',
  'SURCHARGE_CHANGED',
  'AUTOPAY_CONSENT_REQUIRED',
  'DUPLICATE_REFERENCE',
  'INSUFFICIENT_BALANCE',
  'REFUND_NOT_ALLOWED',
  'REFUND_NOT_FOUND',
  'INSUFFICIENT_SCOPE',
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

const TROUBLE_TEXTS = {
  session_ended: 'sessionEnded',
  rate_limited: 'rateLimited',
  server: 'server',
} as const;

const rows = (table: Partial<Record<ErrorCode, string>>) => Object.entries(table);
const everyText = (words: Readonly<Record<string, unknown>>) =>
  Object.values(words).map((text) =>
    String(typeof text === 'function' ? text('Merchant') : text).trim(),
  );

/** One of the groups that a language has, in each of the five. */
async function inEveryLanguage<T>(
  catalogue: Catalogue<T>,
  wordsIn: (texts: T) => object,
): Promise<void> {
  for (const language of LANGUAGES) {
    const texts = everyText({ ...wordsIn(await catalogue.load(language)) });
    expect([language, texts.length > 0, texts.includes('')]).toEqual([language, true, false]);
  }
}

describe('every error code', () => {
  it('has a text on the pages or cannot occur there', () => {
    const explained = [CARD, DEBIT, MANDATE, LOGIN, LOGIN_AGAIN, ANYWHERE].flatMap((table) =>
      Object.keys(table),
    );
    const atLinking = Object.keys(REFUSED_AT_LINKING) as ErrorCode[];
    const refused = [...REFUSED.map(([, code]) => code), ...REFUSED_AT_PAYING, ...atLinking];
    const known = new Set<string>([...explained, ...refused, ...NEVER_SEEN]);
    expect(ERROR_CODES.filter((code) => !known.has(code))).toEqual([]);
    expect(NEVER_SEEN.filter((code) => explained.includes(code))).toEqual([]);
    expect(NEVER_SEEN.filter((code) => refused.includes(code))).toEqual([]);
  });
});

describe('a payment that failed', () => {
  it.each(rows(CARD))(
    'by card with %s shows the text %s in every language',
    async (code, words) => {
      const cause = failureCodeOf(code);
      expect(cause).toBe(words);
      await inEveryLanguage(PAY_TEXTS, ({ failed }) => failed[cause]);
    },
  );

  it.each(rows(DEBIT))('by direct debit with %s shows the text %s', async (code, words) => {
    const cause = debitFailureCodeOf(code);
    expect(cause).toBe(words);
    await inEveryLanguage(PAY_TEXTS, ({ debit }) => debit.failed[cause]);
  });
});

describe('a mandate', () => {
  it.each(rows(MANDATE))('that failed with %s shows the text %s', async (code, words) => {
    const cause = mandateFailureOf({ error: { error_code: code } });
    expect(cause).toBe(words);
    await inEveryLanguage(MANDATE_TEXTS, ({ failed }) => failed[cause]);
  });

  it.each(REFUSED)(
    'whose %s is refused with %s shows the notice %s',
    async (what, errorCode, words) => {
      const sending = { what, stayed: true, unreachable: false };
      const { notice } = afterFailure({ kind: 'refused', errorCode }, sending);
      expect(notice).toBe(words);
      await inEveryLanguage(MANDATE_TEXTS, ({ notices }) => ({ text: notice && notices[notice] }));
    },
  );
});

describe('a login at a bank', () => {
  it.each(rows(LOGIN))('that failed with %s shows the text %s', async (code, words) => {
    const cause = linkFailureOf({ error: { error_code: code } });
    expect(cause).toBe(words);
    await inEveryLanguage(LINK_TEXTS, ({ failed }) => failed[cause]);
  });

  it.each(['OTHER_LOGIN', 'LIMITED'])(
    'that failed because of %s has its own text',
    async (reason) => {
      const error = { error_code: 'AUTHENTICATION_FAILED' };
      const cause = linkFailureOf({ error, failure_reason: reason });
      expect(cause).toBe(reason);
      await inEveryLanguage(LINK_TEXTS, ({ failed }) => failed[cause]);
      expect(linkFailureOf({ error, failure_reason: 'SOMETHING_NEW' })).toBe('REFUSED');
    },
  );

  it.each(rows(LOGIN_AGAIN))(
    'that failed with %s is entered again with the notice %s',
    async (code, words) => {
      const notice = typedAgain({ error: { error_code: code } });
      expect(notice).toBe(words);
      await inEveryLanguage(LINK_TEXTS, ({ notices }) => ({ text: notice && notices[notice] }));
    },
  );

  it.each(rows(REFUSED_AT_LINKING))(
    'that is refused with %s shows the notice %s',
    async (code, words) => {
      const { status } = errorCatalogue[code as ErrorCode];
      const failure = failureOfResponse(new Response(null, { status }), {
        error: { error_code: code },
      });
      const notice = noticeAfter(failure);
      expect([failure.kind, notice]).toEqual(['refused', words]);
      await inEveryLanguage(LINK_TEXTS, ({ notices }) => ({ text: notices[notice] }));
    },
  );
});

describe('an error that any operation can return', () => {
  it.each(rows(ANYWHERE))('named %s shows the text %s on every page', async (code, words) => {
    const { status } = errorCatalogue[code as ErrorCode];
    const failure = failureOfResponse(new Response(null, { status }), {
      error: { error_code: code },
    });
    expect(troubleOf(failure).kind).toBe(words);
    const name = TROUBLE_TEXTS[words as keyof typeof TROUBLE_TEXTS];
    await inEveryLanguage(PAY_TEXTS, (texts) => ({ title: texts[name].title }));
    await inEveryLanguage(MANDATE_TEXTS, (texts) => ({ title: texts[name].title }));
    await inEveryLanguage(LINK_TEXTS, (texts) => ({ title: texts[name].title }));
  });

  it.each(REFUSED_AT_PAYING)(
    'named %s says, when paying, that nothing was charged',
    async (code) => {
      const { status } = errorCatalogue[code];
      const failure = failureOfResponse(new Response(null, { status }), {
        error: { error_code: code },
      });
      expect(failure).toEqual({ kind: 'refused', errorCode: code });
      await inEveryLanguage(PAY_TEXTS, ({ cardForm, invalidLink }) => ({
        again: cardForm.notices.notAccepted,
        dead: invalidLink.title,
      }));
    },
  );
});
