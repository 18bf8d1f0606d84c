/** ISO 3166: the three letters of the interface, and the two that browsers know names by. */
const TWO_LETTERS: Readonly<Record<string, string>> = {
  AUS: 'AU',
  CHN: 'CN',
  GBR: 'GB',
  HKG: 'HK',
  IDN: 'ID',
  IND: 'IN',
  JPN: 'JP',
  KOR: 'KR',
  MAC: 'MO',
  MYS: 'MY',
  NZL: 'NZ',
  PHL: 'PH',
  SGP: 'SG',
  THA: 'TH',
  TWN: 'TW',
  USA: 'US',
  VNM: 'VN',
};

/** The name of a country or region in a language; its code where no name is known. */
export function countryName(alpha3: string, { language }: { readonly language: string }): string {
  const code = TWO_LETTERS[alpha3];
  if (!code) return alpha3;
  const names = new Intl.DisplayNames([language], { type: 'region', style: 'short' });
  return names.of(code) ?? alpha3;
}
