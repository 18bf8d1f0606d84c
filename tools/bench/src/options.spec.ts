import { readOptions } from './options.js';

describe('readOptions', () => {
  it('measures everything for ten seconds each unless told otherwise', () => {
    expect(readOptions([])).toEqual({
      parts: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
      seconds: 10,
      rows: 10_000_000,
      transactions: 10_000_000,
      out: '.bench',
    });
  });

  it('takes parts in the order in which they run', () => {
    expect(readOptions(['--parts', 'k,c,a', '--seconds', '3', '--out', 'x'])).toEqual({
      parts: ['a', 'c', 'k'],
      seconds: 3,
      rows: 10_000_000,
      transactions: 10_000_000,
      out: 'x',
    });
  });

  it('measures years of rows alone', () => {
    const grown = ['--grown', '--rows', '20000'];
    const years = { parts: ['grown'], rows: 20_000 };
    expect(readOptions(grown)).toMatchObject({ ...years, transactions: 20_000 });
    const fewer = [...grown, '--transactions', '10000'];
    expect(readOptions(fewer)).toMatchObject({ ...years, transactions: 10_000 });
  });

  it.each([
    [['--parts', 'a,q2'], 'no part "q2"'],
    [['--parts', ''], 'no part ""'],
    [['--seconds', '0'], 'from 1 to 120'],
    [['--seconds', '1e9'], 'from 1 to 120'],
    [['--rows', '9999'], 'from 10000 to'],
    [['--transactions', '9999'], 'from 10000 to'],
    [['--seconds', 'x'], 'from 1 to 120'],
  ])('refuses %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
