import type Stripe from 'stripe';
import { addressUnder } from '../../../address-under.js';

/** What a payer pays or stores. */
export interface StripeOrder {
  readonly purpose: 'PAYMENT' | 'SETUP';
  /** With the surcharge, in Stripe's units of the currency. A set-up has none. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly store: boolean;
}

/** What the page opens its card fields with, in the words of Stripe's script. */
export type StripePageOptions = {
  readonly currency: string;
  readonly allowedPaymentMethodTypes: ['card'];
} & (
  | {
      readonly mode: 'payment';
      readonly amount: number;
      readonly captureMethod: 'manual';
      readonly setupFutureUsage: 'off_session' | null;
    }
  | { readonly mode: 'setup'; readonly setupFutureUsage: 'off_session' }
);

type PaymentTerms = Pick<
  Stripe.PaymentIntentCreateParams,
  'amount' | 'currency' | 'capture_method' | 'setup_future_usage' | 'allowed_payment_method_types'
>;
type SetupTerms = Pick<Stripe.SetupIntentCreateParams, 'usage' | 'allowed_payment_method_types'>;

export type StripeTerms =
  | {
      readonly purpose: 'PAYMENT';
      readonly page: StripePageOptions;
      readonly intent: PaymentTerms;
    }
  | { readonly purpose: 'SETUP'; readonly page: StripePageOptions; readonly intent: SetupTerms };

/**
 * The terms of one order, for the page that takes the card and for the intent that it confirms.
 * Stripe refuses a confirmation if the two differ.
 */
export function stripeTerms({ purpose, amount, currency: code, store }: StripeOrder): StripeTerms {
  const currency = code.toLowerCase();
  const types: ['card'] = ['card'];
  const usage = 'off_session';
  if (purpose === 'SETUP') {
    return {
      purpose,
      page: {
        mode: 'setup',
        currency,
        setupFutureUsage: usage,
        allowedPaymentMethodTypes: types,
      },
      intent: { usage, allowed_payment_method_types: types },
    };
  }
  const capture = 'manual';
  return {
    purpose,
    page: {
      mode: 'payment',
      amount,
      currency,
      captureMethod: capture,
      setupFutureUsage: store ? usage : null,
      allowedPaymentMethodTypes: types,
    },
    intent: {
      amount,
      currency,
      capture_method: capture,
      allowed_payment_method_types: types,
      ...(store && { setup_future_usage: usage }),
    },
  };
}

/** Where the card fields are, and for whom. */
export interface StripePage {
  /** Base URL of the card fields' own origin. */
  readonly fieldsUrl: string;
  /** Names the link, so that the sites of its app may frame the fields; it opens nothing. */
  readonly link: string;
  /** Language tag. */
  readonly language: string;
  /** Public: every payer's browser sends it. */
  readonly publishableKey: string;
  /** The account of a direct charge; null for the account of the key. */
  readonly gatewayAccount: string | null;
}

/**
 * The URL of the card fields. What needs fresh fields when it changes stands in the query; the
 * options stand behind `#`: they reach no server, and a changed amount keeps what the payer typed.
 */
export function stripeFieldsUrl(page: StripePage, options: StripePageOptions): string {
  const url = addressUnder(page.fieldsUrl, { path: '/fields/stripe' });
  url.searchParams.set('link', page.link);
  url.searchParams.set('lang', page.language);
  url.searchParams.set('key', page.publishableKey);
  if (page.gatewayAccount !== null) url.searchParams.set('account', page.gatewayAccount);
  url.hash = encodeURIComponent(JSON.stringify(options));
  return url.href;
}
