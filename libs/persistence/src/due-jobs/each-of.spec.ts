import { eachOf } from './each-of.js';

describe('the handling of each item', () => {
  it('counts the items that were done', async () => {
    await expect(eachOf([1, 2, 3], async (item) => item !== 2)).resolves.toBe(2);
  });

  it('continues after a failure, then reports it', async () => {
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
