import { NameSearch } from './name-search.js';

const NAMES = [
  'Amberline Bank',
  'Banco Río Verde',
  'Harbour Lantern Bank',
  'Harbour Lantern Savings',
  'Kestrel Bank',
  'Kestrel Business Bank',
  'Silverfern Mutual',
  '海燈銀行',
];
const search = new NameSearch(NAMES, (name) => [name]);

describe('NameSearch', () => {
  it.each([
    ['the start of a word', 'lant', ['Harbour Lantern Bank', 'Harbour Lantern Savings']],
    ['any case', 'KESTREL b', ['Kestrel Bank', 'Kestrel Business Bank']],
    ['words in any order', 'savings harbour', ['Harbour Lantern Savings']],
    ['a name without its accent', 'rio', ['Banco Río Verde']],
    ['a name with an accent too many', 'ámberline', ['Amberline Bank']],
    ['initials', 'hls', ['Harbour Lantern Savings']],
    ['a script without spaces', '燈', ['海燈銀行']],
    ['letters in full width', 'Ｋｅｓｔｒｅｌ', ['Kestrel Bank', 'Kestrel Business Bank']],
    ['a missing letter', 'kestel bus', ['Kestrel Business Bank']],
    ['an extra letter', 'silverrfern', ['Silverfern Mutual']],
    ['a wrong letter', 'amberlune', ['Amberline Bank']],
    ['two swapped letters', 'ketsrel bus', ['Kestrel Business Bank']],
    ['two typos in a long word', 'silvrefren', ['Silverfern Mutual']],
    ['a typo in what is not typed to its end', 'sivlerf', ['Silverfern Mutual']],
    ['nothing like it', 'zebra', []],
    ['a short word with a typo', 'kex', []],
    ['one word that matches and one that does not', 'kestrel zebra', []],
    ['punctuation as the gap that it is', 'kestrel.*bus', ['Kestrel Business Bank']],
  ])('finds by %s', (_case, typed, expected) => {
    expect(search.find(typed)).toEqual(expected);
  });

  it('puts exact spellings before similar ones', () => {
    const names = new NameSearch(['Karbour Bank', 'Harbour Bank'], (name) => [name]);
    expect(names.find('harbour')).toEqual(['Harbour Bank', 'Karbour Bank']);
  });

  it('returns all names for an empty search, up to the limit', () => {
    expect(search.find(' - ')).toEqual(NAMES);
    expect(search.find('bank', 2)).toHaveLength(2);
  });

  it('searches ten thousand names quickly', () => {
    const many = Array.from(
      { length: 10_000 },
      (_, index) => `${NAMES[index % 7]} ${index * 7919}`,
    );
    const large = new NameSearch(many, (name) => [name]);
    expect(large.find('silvrefren mutaul', 1)).toHaveLength(1);
  });
});
