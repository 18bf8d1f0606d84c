const COUNTRY = /^[A-Z]{3}$/;
/** The one currency that implies the country of a link, if the app has none. */
const HONG_KONG = { currency: 'HKD', country: 'HKG' };

/**
 * The country of a link (ISO 3166, three letters): that of the app; otherwise that of the currency,
 * if it matters for the language of the page; otherwise null.
 */
export function linkCountry(
  settings: Readonly<Record<string, unknown>>,
  { currency }: { readonly currency: string },
): string | null {
  const { country } = settings;
  if (typeof country === 'string' && COUNTRY.test(country)) return country;
  return currency === HONG_KONG.currency ? HONG_KONG.country : null;
}
