import { linkCountry } from './link-country.js';

describe('the country of a link', () => {
  it.each([
    [{ country: 'HKG' }, 'USD', 'HKG'],
    [{ country: 'SGP' }, 'HKD', 'SGP'],
    [{}, 'HKD', 'HKG'],
    [{}, 'TWD', null],
    [{}, 'MOP', null],
    [{}, 'toString', null],
    [{ country: 'hk' }, 'USD', null],
    [{ country: 7 }, 'HKD', 'HKG'],
  ])('with the app settings %j and the currency %s is %s', (settings, currency, country) => {
    expect(linkCountry(settings, { currency })).toBe(country);
  });
});
