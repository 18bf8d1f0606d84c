import { readOptions } from './options.js';

describe('readOptions', () => {
  it('measures everything for ten seconds each unless told otherwise', () => {
    expect(readOptions([])).toEqual({
      parts: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
      seconds: 10,
      out: '.bench',
    });
  });

  it('takes parts in the order in which they run', () => {
    expect(readOptions(['--parts', 'k,c,a', '--seconds', '3', '--out', 'x'])).toEqual({
      parts: ['a', 'c', 'k'],
      seconds: 3,
      out: 'x',
    });
  });

  it.each([
    [['--parts', 'a,z'], 'no part "z"'],
    [['--parts', ''], 'no part ""'],
    [['--seconds', '0'], 'from 1 to 120'],
    [['--seconds', '1e9'], 'from 1 to 120'],
    [['--seconds', 'x'], 'from 1 to 120'],
  ])('refuses %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
