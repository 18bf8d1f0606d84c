import type { MandateSnapshot } from '../../mandates/mandates/mandate.js';
import { customizationsOf, paymentPageCustomizations } from './customizations.js';
import { consentOf, countryOf } from './consent-text.js';

const mandate = (currency: string) =>
  ({
    currency,
    maxTransactionAmount: null,
    maxPeriodAmount: null,
    maxPeriodCount: null,
    period: null,
    description: null,
    startDate: '2026-03-01',
    endDate: null,
  }) as unknown as MandateSnapshot;

const consentIn = (language: 'zh' | 'ko', country: string | null, currency = 'HKD') =>
  consentOf({
    mandate: mandate(currency),
    merchant: 'Harbour Books',
    institution: null,
    customizations: paymentPageCustomizations({ language, country }),
  });

describe('a consent inside the page of a payment link', () => {
  it.each([
    ['zh', 'HKG', 'HKD', 'zh-Hant'],
    ['zh', 'HKG', 'USD', 'zh-Hant'],
    ['zh', 'SGP', 'HKD', 'zh-Hans'],
    ['zh', null, 'HKD', 'zh-Hant'],
    ['zh', null, 'USD', 'zh-Hans'],
    ['ko', 'HKG', 'HKD', 'ko'],
  ] as const)(
    'with the language %s, country %s and currency %s is written in %s',
    (language, country, currency, tag) => {
      expect(consentIn(language, country, currency).language).toBe(tag);
    },
  );

  it('still offers institutions of every country', () => {
    const page = paymentPageCustomizations({ language: 'zh', country: 'SGP' });
    expect(page).toMatchObject({ countries: [], in_payment_page: true });
  });
});

describe('the country of a link to a mandate', () => {
  it.each([
    [['HKG'], 'HKG'],
    [['HKG', 'SGP'], undefined],
    [[], undefined],
  ])('with institutions in %j is %s', (countries, country) => {
    expect(countryOf(customizationsOf({ countries }, 'TEST'))).toBe(country);
  });
});
