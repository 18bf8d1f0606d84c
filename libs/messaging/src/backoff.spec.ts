import { backoffMs } from './backoff.js';

const limits = { firstMs: 100, factor: 3, longestMs: 2_000 };

it.each([
  [1, 50, 100],
  [2, 150, 300],
  [3, 450, 900],
  [4, 1_000, 2_000],
  [50, 1_000, 2_000],
  [5_000, 1_000, 2_000],
])('the retry after failure %i waits between %i and %i ms', (attempt, least, most) => {
  for (let n = 0; n < 50; n += 1) {
    const waited = backoffMs(attempt, limits);
    expect(waited).toBeGreaterThanOrEqual(least);
    expect(waited).toBeLessThanOrEqual(most);
  }
});

it('retries of messages that failed together are spread over time', () => {
  const waits = Array.from({ length: 50 }, () => backoffMs(4, limits));
  expect(new Set(waits).size).toBeGreaterThan(10);
});
