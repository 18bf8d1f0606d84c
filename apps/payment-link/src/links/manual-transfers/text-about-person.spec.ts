import { recognizerOf } from './text-about-person.js';

const names = (...each: string[]) => recognizerOf({ names: each, accountNumbers: [] });
const account = (number: string) => recognizerOf({ names: [], accountNumbers: [number] });

describe('a text that names a person', () => {
  it.each([
    ['Chan Tai Man', 'rent CHAN TAI MAN march'],
    ['Chan Tai Man', 'TAI MAN CHAN'],
    ['Chan Tai Man', 'Man, Tai - Chan'],
    ['Chan Tai Man', 'from/CHANTAIMAN/rent'],
    ['Chan Tai Man', 'FROM TAIMANCHAN'],
    ['Zoë Müller', 'miete ZOE MULLER'],
    ['Zoë Müller', 'ZO\u200BE MU\u0308LLER'],
    ['Chan Tai Man', 'ＣＨＡＮ ＴＡＩ ＭＡＮ'],
    ['zenobia@quill.example', 'from Zenobia@Quill.example, thanks'],
    ['陳大文', '租金陳大文三月'],
    ['王明', '租金王明三月'],
    ['Li', 'rent LI'],
  ])('is recognized: %s in %s', (name, text) => {
    expect(names('Somebody Else', name)(text)).toBe(true);
  });

  it.each([
    ['Li', 'electricity bill'],
    ['A', 'a payment for flat 3 A'],
    ['', 'rent'],
    [' . ', 'rent . march'],
    ['Chan Tai Man', 'Chan Siu Ming'],
    ['Zenobia Quill', 'rent March'],
  ])('is not recognized without the whole name: %s in %s', (name, text) => {
    expect(names(name)(text)).toBe(false);
  });

  it.each([
    ['012-345-678901', 'A/C 012 345 678901'],
    ['012345678901', 'from012345678901'],
    ['GB82 WEST 1234 5698 7654 32', 'gb82west12345698765432'],
    ['1234', 'account 1234 rent'],
  ])('is recognized by the account number: %s in %s', (number, text) => {
    expect(account(number)(text)).toBe(true);
  });

  it('is not recognized by a short number among other digits', () => {
    expect(account('1234')('invoice 912345')).toBe(false);
    expect(account('')('rent')).toBe(false);
  });
});
