import { eachOf } from './each-of.js';

describe('handling each item', () => {
  it('counts those that were done', async () => {
    await expect(eachOf([1, 2, 3], async (item) => item !== 2)).resolves.toBe(2);
  });

  it('goes on behind a failure, then shows it', async () => {
    const handled: number[] = [];
    const work = eachOf([1, 2, 3], async (item) => {
      if (item === 1) throw new Error('the first one failed');
      handled.push(item);
      return true;
    });
    await expect(work).rejects.toThrow('the first one failed');
    expect(handled).toEqual([2, 3]);
  });
});
