import { backOffMs } from './callbacks.service.js';

describe('backOffMs', () => {
  it.each([
    [1, 1_000],
    [2, 2_000],
    [5, 16_000],
    [9, 256_000],
    [10, 300_000],
    [5_000, 300_000],
  ])('the pause after attempt %i is %i ms', (attempts, ms) => {
    expect(backOffMs(attempts)).toBe(ms);
  });
});
