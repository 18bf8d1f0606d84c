/** Countries of the invented institutions and what their accounts are kept in. */
export const COUNTRIES = [
  { code: 'HKG', currency: 'HKD' },
  { code: 'SGP', currency: 'SGD' },
  { code: 'PHL', currency: 'PHP' },
  { code: 'VNM', currency: 'VND' },
  { code: 'IDN', currency: 'IDR' },
  { code: 'MYS', currency: 'MYR' },
  { code: 'THA', currency: 'THB' },
  { code: 'TWN', currency: 'TWD' },
  { code: 'KOR', currency: 'KRW' },
  { code: 'JPN', currency: 'JPY' },
  { code: 'GBR', currency: 'GBP' },
  { code: 'AUS', currency: 'AUD' },
] as const;
