const COUNTRY = /^[A-Z]{3}$/;
/** The one currency that tells the country of a link, where the app does not. */
const HONG_KONG = { currency: 'HKD', country: 'HKG' };

/**
 * The country of a link (ISO 3166, three letters): that of the app that asks for the money, else that
 * of its currency where it matters for the language of the page, else null.
 */
export function linkCountry(
  settings: Readonly<Record<string, unknown>>,
  { currency }: { readonly currency: string },
): string | null {
  const { country } = settings;
  if (typeof country === 'string' && COUNTRY.test(country)) return country;
  return currency === HONG_KONG.currency ? HONG_KONG.country : null;
}
