import { ibanOf, isLocalNumber, looksLikeIban, plainAccountNumber } from './account-numbers.js';

describe('an IBAN', () => {
  it.each([
    ['GB82 WEST 1234 5698 7654 32', 'GB82WEST12345698765432'],
    ['de89-3704-0044-0532-0130-00', 'DE89370400440532013000'],
    ['ＮＯ９３　８６０１　１１１７　９４７', 'NO9386011117947'],
    ['MT84\u2013MALT\u2013011000012345MTLCAST001S', 'MT84MALT011000012345MTLCAST001S'],
  ])('is read from %s', (text, iban) => {
    expect(ibanOf(text)).toBe(iban);
    expect(plainAccountNumber(text)).toEqual({ type: 'IBAN', number: iban });
  });

  it.each([
    'GB82WEST12345698765433',
    'GB82WEST1234569876543',
    'XX82WEST12345698765432',
    'GB82WEST1234569876543$',
    '<GB82WEST12345698765432>',
    '012-345678-833',
    '',
  ])('is not %j', (text) => {
    expect(ibanOf(text)).toBeNull();
  });

  it('is recognised in a number without a type, and not in a local one', () => {
    const texts = ['GB82 WEST 1234 5698 7654 33', '012-345678-833', 'AB12345678', 'GB82'];
    expect(texts.map(looksLikeIban)).toEqual([true, false, false, false]);
  });
});

describe('a local account number', () => {
  it.each([
    ['1234', []],
    ['1234', ['DEU']],
    ['1234', ['HKG', 'DEU']],
    ['012-345678-833', ['HKG']],
    ['1234567', ['JPN']],
    ['12 34 56 78', ['GBR']],
    ['1234567890123456', ['HKG', 'PHL']],
  ])('is %s in %j', (text, countries) => {
    expect(isLocalNumber(text, countries)).toBe(true);
  });

  it.each([
    ['123', []],
    ['savings', []],
    ['<12345678>', []],
    ['12345', ['HKG']],
    ['1234567890123456', ['HKG']],
    ['AB1234567', ['JPN']],
    ['123456', ['JPN', 'KOR']],
  ])('is not %s in %j', (text, countries) => {
    expect(isLocalNumber(text, countries)).toBe(false);
  });
});
