import type { ErrorBody } from '../books/stripe-objects.js';
import type { BooksOf } from '../books/stripe-books.js';
import { StripeRefusal } from '../books/stripe-refusal.js';
import { PUBLIC_PATHS } from './stripe-routes.js';

const KEY = /^(sk|rk|pk)_(test|live)_([A-Za-z0-9]+)(?:_(readonly|revoked))?$/;
const ACCOUNT = /^acct_[A-Za-z0-9]+$/;

interface Asked {
  readonly key: string;
  /** The `Stripe-Account` header. */
  readonly account: string | null;
  readonly path: string;
}

function refused(status: number, error: Pick<ErrorBody, 'message' | 'code'>): StripeRefusal {
  return new StripeRefusal(status, { type: 'invalid_request_error', ...error });
}

/**
 * A key names its account: `sk_test_shop` opens the test books of `acct_shop`, and those of accounts
 * connected to it, whose names begin alike: `acct_shopBerlin`.
 */
export function booksOf({ key, account, path }: Asked): BooksOf {
  const [, kind, mode, name, end] = KEY.exec(key) ?? [];
  if (name === undefined || end === 'revoked') {
    const shown = `${key.slice(0, 8)}****`;
    const message = key ? `Invalid API Key provided: ${shown}` : 'You did not provide an API key.';
    throw refused(401, { message });
  }
  if (kind === 'pk' && !PUBLIC_PATHS.includes(path)) {
    const message = 'This API call cannot be made with a publishable API key.';
    throw refused(403, { message, code: 'secret_key_required' });
  }
  if (end === 'readonly' && !path.startsWith('GET ')) {
    const message = 'The provided key does not have the required permissions for this endpoint.';
    throw refused(403, { message });
  }
  const own = `acct_${name}`;
  const opened = account ?? own;
  if (!ACCOUNT.test(opened) || !opened.startsWith(own)) {
    const message = `The provided key does not have access to account '${opened}'.`;
    throw refused(403, { message, code: 'account_invalid' });
  }
  return namedBooks(opened, mode === 'live');
}

export function namedBooks(account: string, livemode: boolean): BooksOf {
  return { account, livemode, books: livemode ? `${account}-live` : account };
}
