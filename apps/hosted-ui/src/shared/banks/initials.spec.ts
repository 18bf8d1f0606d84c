import { initialsOf, markColors } from './initials.js';

describe('the initials of an institution', () => {
  it.each([
    ['Test Bank', 'TB'],
    ['testbank', 'T'],
    ['Bank of the East River', 'BO'],
    ['(First) Harbour & Peak', 'FH'],
    ['Ngân hàng Đông', 'NH'],
    ['港灣銀行', '港'],
    ['한강 은행', '한'],
    ['', ''],
  ])('for the name %s are %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it.each([
    ['#0b5394', { backgroundColor: '#0b5394', color: '#ffffff' }],
    ['#ffd400', { backgroundColor: '#ffd400', color: '#0d1015' }],
    ['red;background:url(x)', undefined],
    [undefined, undefined],
  ])('on the colour %s have the style %j', (color, colors) => {
    expect(markColors({ color })).toEqual(colors);
  });
});
