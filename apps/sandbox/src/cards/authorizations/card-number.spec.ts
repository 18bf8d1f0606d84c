import { brandOf, brandRuleOf, cardDigits, isCardNumber } from './card-number.js';

describe('card numbers', () => {
  it.each([
    ['4242 4242 4242 4242', '4242424242424242'],
    ['4242-4242', '42424242'],
    ['4242 4242 424x', undefined],
    ['４２４２', undefined],
    ['', undefined],
  ])('the digits of %j are read', (typed, digits) => {
    expect(cardDigits(typed)).toBe(digits);
  });

  it.each([
    ['4', 'Visa'],
    ['34', 'American Express'],
    ['3', 'Unknown'],
    ['2220', 'Unknown'],
    ['2221', 'Mastercard'],
    ['2720', 'Mastercard'],
    ['2721', 'Unknown'],
    ['305', 'Diners Club'],
    ['306', 'Unknown'],
    ['3528', 'JCB'],
    ['3590', 'Unknown'],
    ['62', 'UnionPay'],
    ['6011', 'Discover'],
    ['9', 'Unknown'],
  ])('a number that begins with %s is of %s', (digits, brand) => {
    expect(brandOf(digits)).toBe(brand);
  });

  it.each([
    ['right', '4242424242424242', true],
    ['wrong check digit', '4242424242424241', false],
    ['two digits swapped', '2442424242424242', false],
    ['too short for its scheme', '42424242424242', false],
    ['American Express with 15', '378282246310005', true],
    ['American Express with 16', '3782822463100005', false],
    ['19 digits of UnionPay', '6205500000000000004', true],
    ['unknown scheme, right check digit', '9000000000000001', true],
    ['unknown scheme, too short', '90000000001', false],
    ['all zero is no Visa', '', false],
  ])('%s', (_case, digits, valid) => {
    expect(isCardNumber(digits)).toBe(valid);
  });

  it('an American Express number is grouped as printed', () => {
    expect(brandRuleOf('3782')?.groups).toEqual([4, 6, 5]);
    expect(brandRuleOf('3782')?.cvcLength).toBe(4);
  });
});
