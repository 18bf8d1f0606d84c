import { closedLoop } from './closed-loop.js';

describe('closedLoop', () => {
  it('keeps the order of results, and never more than so many at a time', async () => {
    let running = 0;
    let most = 0;
    const results = await closedLoop([5, 1, 3, 2], 2, async (item) => {
      most = Math.max(most, (running += 1));
      for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
      running -= 1;
      return item * 10;
    });
    expect(results).toEqual([50, 10, 30, 20]);
    expect(most).toBe(2);
  });

  it('passes on an error', async () => {
    await expect(closedLoop([1], 1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});
