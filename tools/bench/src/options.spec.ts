import { readOptions } from './options.js';

describe('readOptions', () => {
  it('measures all parts for ten seconds each when nothing is given', () => {
    expect(readOptions([])).toEqual({
      parts: ['create', 'card', 'charge', 'webhook', 'refresh', 'stripe', 'start'],
      grown: false,
      console: false,
      seconds: 10,
      rows: 10_000_000,
      transactions: 10_000_000,
      out: '.bench',
    });
  });

  it('takes parts in the order in which they run', () => {
    const given = ['--parts', 'start,webhook,create', '--seconds', '3', '--out', 'x'];
    const parts = ['create', 'webhook', 'start'];
    expect(readOptions(given)).toMatchObject({ parts, seconds: 3, out: 'x' });
  });

  it('measures years of rows alone', () => {
    const grown = ['--grown', '--rows', '20000'];
    const years = { parts: [], grown: true, rows: 20_000 };
    expect(readOptions(grown)).toMatchObject({ ...years, transactions: 20_000 });
    const fewer = [...grown, '--transactions', '10000'];
    expect(readOptions(fewer)).toMatchObject({ ...years, transactions: 10_000 });
  });

  it('measures the console alone, with a million payments', () => {
    expect(readOptions(['--console'])).toMatchObject({ parts: [], console: true, rows: 1_000_000 });
  });

  it.each([
    [['--parts', 'create,grown'], 'no part "grown"'],
    [['--parts', ''], 'no part ""'],
    [['--seconds', '0'], 'from 1 to 120'],
    [['--seconds', '1e9'], 'from 1 to 120'],
    [['--seconds', 'x'], 'from 1 to 120'],
    [['--rows', '9999'], 'from 10000 to'],
    [['--transactions', '9999'], 'from 10000 to'],
  ])('refuses %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
