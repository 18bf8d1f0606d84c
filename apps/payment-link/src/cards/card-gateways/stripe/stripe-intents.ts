import type { StripeAccount } from '@towpath/http';
import type Stripe from 'stripe';
import type { CardAuthorizationRequest } from '../ports.js';
import { confirmKey } from './stripe-answers.js';
import { methodOf } from './stripe-cards.js';
import type { Intent } from './stripe-declines.js';

// Requests about payments and set-ups, whose answers have what `answerOf` reads.

const CHARGE = ['latest_charge'];
const METHOD = ['payment_method'];

const isSetUp = (id: string) => id.startsWith('seti_');

export function confirmIntent(
  account: StripeAccount,
  request: CardAuthorizationRequest & { readonly id: string },
): Promise<Stripe.Response<Intent>> {
  const { id, reference, source, returnUrl, payerPresent } = request;
  const confirmation = {
    ...(source.kind === 'TOKEN' ? { confirmation_token: source.token } : methodOf(source)),
    // A challenge is a redirect of the whole page, not a matter of a script.
    use_stripe_sdk: false,
    ...(returnUrl === null ? {} : { return_url: returnUrl }),
  };
  return account.ask<Stripe.Response<Intent>>((stripe, options) => {
    const keyed = { ...options, idempotencyKey: confirmKey(reference) };
    if (isSetUp(id))
      return stripe.setupIntents.confirm(id, { ...confirmation, expand: METHOD }, keyed);
    const alone = payerPresent ? {} : { off_session: true };
    return stripe.paymentIntents.confirm(id, { ...confirmation, ...alone, expand: CHARGE }, keyed);
  });
}

export function captureIntent(account: StripeAccount, id: string): Promise<Intent> {
  return account.ask<Intent>((stripe, options) =>
    stripe.paymentIntents.capture(id, { expand: CHARGE }, options),
  );
}

export function retrieveIntent(account: StripeAccount, id: string): Promise<Intent> {
  return account.ask<Intent>((stripe, options) =>
    isSetUp(id)
      ? stripe.setupIntents.retrieve(id, { expand: METHOD }, options)
      : stripe.paymentIntents.retrieve(id, { expand: CHARGE }, options),
  );
}

export function noteIn(
  account: StripeAccount,
  id: string,
  metadata: Stripe.MetadataParam,
): Promise<Intent> {
  return account.ask<Intent>((stripe, options) =>
    isSetUp(id)
      ? stripe.setupIntents.update(id, { metadata }, options)
      : stripe.paymentIntents.update(id, { metadata }, options),
  );
}

export function cancelIntent(account: StripeAccount, id: string): Promise<Intent> {
  return account.ask<Intent>((stripe, options) =>
    isSetUp(id)
      ? stripe.setupIntents.cancel(id, { expand: METHOD }, options)
      : stripe.paymentIntents.cancel(id, { expand: CHARGE }, options),
  );
}
