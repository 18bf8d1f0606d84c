import { percentile } from './percentile.js';

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

it.each([
  [0, 1],
  [0.5, 50],
  [0.99, 99],
  [1, 100],
])('percentile %d of 1 to 100, in any order', (part, value) => {
  expect(percentile(hundred, part)).toBe(value);
});

it('is 0 without samples', () => {
  expect(percentile([], 0.99)).toBe(0);
});
