import type { StripeBooks } from '../books/stripe-books.js';
import type { ErrorBody, Intent, PaymentMethod, SetupIntent } from '../books/stripe-objects.js';
import type { StripeParams } from '../books/stripe-params.js';
import { invalid } from '../books/stripe-refusal.js';
import { methodOfToken, usableMethod } from './payment-methods.js';
import { testCard, type TestCard } from '../books/test-cards.js';

/** What a confirmation comes to, before anything of it is written. */
export interface Confirmed {
  readonly method: PaymentMethod;
  readonly card: TestCard;
  readonly outcome: 'approved' | 'challenged' | ErrorBody;
  /** Null: the challenge is left to a script in the page. */
  readonly returnUrl: string | null;
}

const MESSAGES: Readonly<Record<string, string>> = {
  card_declined: 'Your card was declined.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
};

export async function confirmed(
  books: StripeBooks,
  intent: Intent | SetupIntent,
  params: StripeParams,
): Promise<Confirmed> {
  const { method, tokenUrl } = await methodFor(books, intent, params);
  if (method.customer !== null && method.customer !== intent.customer) {
    const message = 'The payment method belongs to another customer than the intent.';
    throw invalid(message, { param: 'payment_method' });
  }
  const inner = books.innerOf(method);
  const card = testCard(inner['card']);
  if (!card) throw new Error(`${method.id} has no card`);
  books.changeInner(method, { used: true });
  const isOffSession = params.flag('off_session') === true;
  const isChallenged =
    card.challenge === 'always' ||
    (card.challenge === 'until_set_up' && inner['is_set_up'] !== true);
  const declines =
    card.declinesLater && intent.object === 'payment_intent'
      ? { code: 'card_declined', decline_code: 'generic_decline' }
      : card.declines;
  const required = 'authentication_required';
  const refused =
    declines ??
    (isChallenged && isOffSession ? { code: required, decline_code: required } : undefined);
  const returnUrl =
    params.flag('use_stripe_sdk') === false ? (params.text('return_url') ?? tokenUrl) : null;
  if (!refused)
    return { method, card, returnUrl, outcome: isChallenged ? 'challenged' : 'approved' };
  const message = MESSAGES[refused.code] ?? 'Your card was declined.';
  return { method, card, returnUrl, outcome: { type: 'card_error', ...refused, message } };
}

async function methodFor(books: StripeBooks, intent: Intent | SetupIntent, params: StripeParams) {
  const tokenId = params.text('confirmation_token');
  const given = params.text('payment_method');
  if (tokenId !== null && given !== null)
    throw invalid('You may only specify one of: confirmation_token, payment_method.');
  if (tokenId !== null) {
    const { token, method } = await methodOfToken(books, tokenId, intent);
    const usage = intent.object === 'payment_intent' ? intent.setup_future_usage : intent['usage'];
    if (token.setup_future_usage !== null && token.setup_future_usage !== usage) {
      const message =
        'setup_future_usage of the confirmation token differs from that of the intent.';
      throw invalid(message, { param: 'setup_future_usage' });
    }
    return { method, tokenUrl: token.return_url };
  }
  const id = given ?? intent.payment_method;
  if (id !== null) return { method: await usableMethod(books, id), tokenUrl: null };
  throw invalid('You cannot confirm this intent because it has no payment method.', {
    code: `${intent.object}_unexpected_state`,
    param: 'payment_method',
  });
}

/** Where the payer answers the challenge; without a return address a script in the page would. */
export function challenge(
  books: StripeBooks,
  intent: Intent | SetupIntent,
  returnUrl: string | null,
): NonNullable<Intent['next_action']> {
  const { pagesUrl, books: name } = books.opened;
  if (returnUrl === null)
    return { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } };
  books.changeInner(intent, { return_url: returnUrl });
  const url = `${pagesUrl}/stripe/challenge/${name}/${intent.client_secret}`;
  return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
}

export const AUTHENTICATION_FAILED = {
  type: 'invalid_request_error',
  message: 'The payer could not be authenticated. Provide a new payment method to try again.',
} as const;
