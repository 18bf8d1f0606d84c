import { enrich } from './enrich.js';

describe('the enrichment of a transaction', () => {
  it.each([
    ['SALARY BRIGHTWATER TRADING LTD', true, ['INCOME', 'SALARY'], undefined],
    ['TRANSFER FROM TIME DEPOSIT', true, ['TRANSFER'], undefined],
    ['CREDIT CARD PAYMENT', false, ['TRANSFER'], undefined],
    ['RENT STANDING ORDER', false, ['HOUSING'], undefined],
    ['CITY POWER AND GAS AUTOPAY', false, ['UTILITIES'], 'City Power And Gas'],
    ['WELLCOME FRESH MARKET 2041', false, ['GROCERIES'], 'Wellcome Fresh Market'],
    ['BLUE TERN COFFEE', false, ['EATING_OUT'], 'Blue Tern Coffee'],
    ['SOMETHING ELSE', false, ['OTHER'], undefined],
    ['SOMETHING ELSE', true, ['OTHER_INCOME'], undefined],
  ])(
    'finds category and merchant of the description "%s"',
    (description, isInflow, categories, merchantName) => {
      const found = enrich(description, isInflow);
      expect([found.categories, found.merchantName]).toEqual([categories, merchantName]);
    },
  );
});
