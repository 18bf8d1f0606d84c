import { Random } from './random.js';

const draw = (random: Random) => Array.from({ length: 20 }, () => random.below(1_000));

describe('the random source of a crash run', () => {
  it('draws the same numbers for the same seed, and others for another seed', () => {
    expect(draw(new Random(7))).toEqual(draw(new Random(7)));
    expect(draw(new Random(7))).not.toEqual(draw(new Random(8)));
  });

  it('keeps its streams independent', () => {
    const [one, other] = [new Random(7).stream('load'), new Random(7).stream('chaos')];
    expect(draw(one)).not.toEqual(draw(other));
    const late = new Random(7);
    draw(late);
    expect(draw(late.stream('load'))).toEqual(draw(new Random(7).stream('load')));
  });

  it('is spread over the whole range, and shuffles without loss', () => {
    const numbers = Array.from(
      { length: 1_000 },
      (
        (random) => () =>
          random.next()
      )(new Random(1)),
    );
    expect(Math.min(...numbers)).toBeLessThan(0.02);
    expect(Math.max(...numbers)).toBeGreaterThan(0.98);
    expect(new Random(3).shuffled([1, 2, 3, 4]).toSorted()).toEqual([1, 2, 3, 4]);
  });
});
