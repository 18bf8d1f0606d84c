import type { StripeElementLocale, StripeElementsOptionsMode } from '@stripe/stripe-js';
import { isRecord, jsonOrNull } from '../../shared/values.js';

/** What the card is for: the options of Stripe's script that our server chose. */
export type CardTerms = StripeElementsOptionsMode & {
  readonly currency: string;
  readonly allowedPaymentMethodTypes: ['card'];
};

/** What the fields are opened with. */
export interface FieldsAddress {
  readonly publishableKey: string;
  readonly account: string | null;
  /** Language tag. */
  readonly language: string;
  readonly terms: CardTerms;
}

/** Null for an address that our server did not make. */
export function fieldsAddressIn(href: string): FieldsAddress | null {
  const { searchParams, hash } = new URL(href);
  const publishableKey = searchParams.get('key') ?? '';
  const terms = cardTermsIn(hash.slice(1));
  if (!publishableKey.startsWith('pk_') || !terms) return null;
  const account = searchParams.get('account');
  return { publishableKey, account, language: searchParams.get('lang') ?? 'en', terms };
}

/** The terms in a text as it stands behind `#`; null for another text. Cards only, whatever it says. */
export function cardTermsIn(encoded: string): CardTerms | null {
  const said = jsonOrNull(decoded(encoded));
  if (!isRecord(said)) return null;
  const { mode, amount, currency, setupFutureUsage } = said;
  if (typeof currency !== 'string') return null;
  const shared: Pick<CardTerms, 'currency' | 'setupFutureUsage' | 'allowedPaymentMethodTypes'> = {
    currency,
    setupFutureUsage: setupFutureUsage === 'off_session' ? setupFutureUsage : null,
    allowedPaymentMethodTypes: ['card'],
  };
  if (mode === 'setup') return { ...shared, mode };
  if (mode !== 'payment' || !Number.isSafeInteger(amount)) return null;
  return { ...shared, mode, amount: Number(amount), captureMethod: 'manual' };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
}

const LOCALES: Readonly<Record<string, StripeElementLocale>> = {
  en: 'en',
  ko: 'ko',
  vi: 'vi',
  'zh-CN': 'zh',
  'zh-HK': 'zh-HK',
};

/** The locale of Stripe's own words for a language tag of ours. */
export function stripeLocale(language: string): StripeElementLocale {
  return LOCALES[language] ?? 'en';
}
