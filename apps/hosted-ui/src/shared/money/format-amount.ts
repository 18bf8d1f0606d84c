import { Money, currencyExponent } from '@towpath/kernel';

/**
 * An amount in minor units as the payer's locale writes it. The decimals come from ISO 4217, not
 * from the browser: browsers follow customary usage, which differs for some currencies.
 */
export function formatAmount(money: Money, locales: readonly string[]): string {
  const exponent = currencyExponent(money.currency);
  const format = new Intl.NumberFormat(knownLocales(locales), {
    style: 'currency',
    currency: money.currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  });
  // Decimal text is formatted exactly; a float would lose minor units of very large amounts.
  return format.format(money.toDecimal() as `${number}`);
}

/** The currency code to set beside the amount, or null when the amount already spells it out. */
export function ambiguousCode(money: Money, formatted: string): string | null {
  return formatted.includes(money.currency) ? null : money.currency;
}

/** Signs that several currencies share; every other sign or name identifies the currency. */
const SHARED_SIGN = /^[$¥￥£]$/u;

/**
 * An amount for a sentence or a table. If its sign could be that of another currency, the code
 * follows in the same text.
 */
export function amountInWords(money: Money, locales: readonly string[]): string {
  const text = formatAmount(money, locales);
  const sign = text.replaceAll(/[\d\p{Z}.,'’-]/gu, '');
  return SHARED_SIGN.test(sign) ? `${text}\u00a0${money.currency}` : text;
}

/** The locales that the browser knows; English if it knows none. */
export function knownLocales(locales: readonly string[]): string[] {
  const known = locales.filter(isLocale);
  return known.length > 0 ? known : ['en'];
}

export function isLocale(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

export interface ShownAmount {
  readonly text: string;
  /** ISO code to show beside it if the symbol is ambiguous. */
  readonly code: string | null;
  /** For sentences and buttons. */
  readonly inWords: string;
}

/** An amount as the payer reads it, or null where there is none. */
export function shownAmount(
  view: { readonly amount?: number | null; readonly currency: string },
  locales: readonly string[],
): ShownAmount | null {
  if (view.amount === null || view.amount === undefined) return null;
  const money = Money.of(view.amount, view.currency);
  const text = formatAmount(money, locales);
  const code = ambiguousCode(money, text);
  return { text, code, inWords: amountInWords(money, locales) };
}
