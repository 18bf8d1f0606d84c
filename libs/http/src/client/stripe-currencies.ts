import { currencyExponent } from '@towpath/kernel';

/** Amounts without decimals. */
const WHOLE = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF';
/** Amounts with three decimals, of which the last one is 0. */
const THOUSANDTHS = 'BHD JOD KWD OMR TND';
/** Amounts with two decimals. Of ISK and UGX, which have none elsewhere, both are 0. */
const HUNDREDTHS =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY ' +
  'COP CRC CVE CZK DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS ' +
  'INR ISK JMD KES KGS KHR KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR ' +
  'MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SEK SGD SHP SLE ' +
  'SOS SRD SZL THB TJS TOP TRY TTD TWD TZS UAH UGX USD UYU UZS WST XCD XCG YER ZAR ZMW';

interface StripeAmounts {
  readonly decimals: number;
  /** Amounts are multiples of it. */
  readonly step: number;
}

const listed = (currencies: string, amounts: StripeAmounts): (readonly [string, StripeAmounts])[] =>
  currencies.split(' ').map((currency) => [currency, amounts]);

/** Source: the currencies that Stripe takes from payers, 2026-10. Others are refused. */
const CURRENCIES: ReadonlyMap<string, StripeAmounts> = new Map([
  ...listed(WHOLE, { decimals: 0, step: 1 }),
  ...listed(HUNDREDTHS, { decimals: 2, step: 1 }),
  ...listed(THOUSANDTHS, { decimals: 3, step: 10 }),
]);

export function isListedAtStripe(currency: string): boolean {
  return CURRENCIES.has(currency);
}

/**
 * @param amount in minor units of ISO 4217
 * @returns as Stripe counts; null if Stripe takes no such amount, or not the currency
 */
export function toStripe(amount: number, currency: string): number | null {
  const amounts = CURRENCIES.get(currency);
  if (!amounts) return null;
  const converted = shifted(amount, { places: amounts.decimals - currencyExponent(currency) });
  return Number.isSafeInteger(converted) && converted % amounts.step === 0 ? converted : null;
}

/**
 * @param given currency as Stripe writes it, in lower case
 * @returns minor units of ISO 4217. Throws for a currency or an amount that has none.
 */
export function fromStripe(amount: number, given: string): { amount: number; currency: string } {
  const currency = given.toUpperCase();
  const amounts = CURRENCIES.get(currency);
  const converted =
    amounts && shifted(amount, { places: currencyExponent(currency) - amounts.decimals });
  if (converted !== undefined && Number.isSafeInteger(converted))
    return { amount: converted, currency };
  throw new Error(`no minor units of ${currency} are ${amount} at Stripe`);
}

/**
 * @param rate between Stripe's own units, which for some currencies are not minor units
 * @returns between minor units of ISO 4217: the amount paid, times this, is the amount changed
 */
export function rateFromStripe(rate: number, between: Record<'paid' | 'changed', string>): number {
  const unitsIn = (currency: string) => fromStripe(100, currency).amount;
  return (rate * unitsIn(between.changed)) / unitsIn(between.paid);
}

/** Moves the decimal point: without a fraction, because a power of ten is exact. */
function shifted(amount: number, { places }: { readonly places: number }): number {
  return places < 0 ? amount / 10 ** -places : amount * 10 ** places;
}
