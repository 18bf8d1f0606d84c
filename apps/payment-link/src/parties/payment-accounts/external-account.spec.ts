import { assertKeptIn, checkedTerms, shownNumber } from './external-account.js';

const holder = (number: string) => ({
  name: 'Chan Tai Man',
  number: { type: 'LOCAL', number } as const,
  numberMasked: null,
});

describe('the shown part of an account number', () => {
  it.each([
    ['012-345678-833', '****8833'],
    ['GB82 WEST 1234 5698 7654 32', '****5432'],
    ['12345678', '****5678'],
    ['1234567', '****567'],
    ['1234', '****34'],
    ['12-3', '****3'],
    ['1', '****'],
    ['---', '****'],
    ['𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖', '****𝟓𝟔𝟕𝟖'],
  ])('of %s is %s', (number, shown) => {
    expect(shownNumber(holder(number))).toBe(shown);
  });

  it('is the mask of the customer app when the number is not stored', () => {
    const given = { name: 'Ada', number: null, numberMasked: 'xx-833' };
    expect(shownNumber(given)).toBe('xx-833');
    expect(shownNumber({ ...given, numberMasked: null })).toBeNull();
  });

  it.each([
    ['012-345678-833', '****8833'],
    ['1234****5678', '****5678'],
    ['٠١٢٣٤٥٦٧٨٩', '****٦٧٨٩'],
    ['****8833', '****8833'],
    ['8833', '8833'],
  ])('is at most the end of a mask that hides nothing: of %s, %s', (numberMasked, shown) => {
    expect(shownNumber({ name: 'Ada', number: null, numberMasked })).toBe(shown);
  });
});

describe('the currencies of an external account', () => {
  const terms = (currencies: string[]) => ({ institutionId: 'b', currencies, metadata: null });

  it('are stored once each, in the given order', () => {
    const { currencies } = checkedTerms(terms(['HKD', 'JPY', 'HKD']));
    expect(currencies).toEqual(['HKD', 'JPY']);
    expect(checkedTerms(terms([])).currencies).toEqual([]);
  });

  it.each([[[]], [['HKD']], [['USD', 'HKD']]])(
    '%j allow the use of the account in HKD',
    (currencies) => {
      expect(() => assertKeptIn(terms(currencies), 'HKD')).not.toThrow();
    },
  );

  it('allow the use of the account in no other currency', () => {
    const mismatch = expect.objectContaining({ code: 'CURRENCY_MISMATCH' }) as Error;
    expect(() => assertKeptIn(terms(['USD', 'JPY']), 'HKD')).toThrow(mismatch);
  });

  it.each(['QQQ', 'hkd'])('are refused when they include %s', (code) => {
    expect(() => checkedTerms(terms(['HKD', code]))).toThrow('currencies must be');
  });
});
