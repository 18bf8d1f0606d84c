import { ExpiringCache } from './expiring-cache.js';

const limits = { lifetimeMs: 1_000, size: 2 };

describe('an expiring cache', () => {
  let time = 0;
  let asked = 0;
  const answer = () => Promise.resolve((asked += 1));
  const failure = () => Promise.reject(new Error('it is down'));
  beforeEach(() => {
    time = 1;
    asked = 0;
  });
  const newCache = () => new ExpiringCache<number>(limits, () => time);

  it('asks its source once in its lifetime', async () => {
    const cache = newCache();
    expect([await cache.get('a', answer), await cache.get('a', answer)]).toEqual([1, 1]);
    time = 1_002;
    expect(await cache.get('a', answer)).toBe(2);
  });

  it('asks its source once for all callers of the same answer', async () => {
    const cache = newCache();
    expect(await Promise.all([cache.get('a', answer), cache.get('a', answer)])).toEqual([1, 1]);
    const refused = await Promise.allSettled([cache.get('b', failure), cache.get('b', answer)]);
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await cache.get('b', answer)).toBe(2);
  });

  it('answers every caller, however many questions are open at once', async () => {
    const cache = newCache();
    const keys = ['a', 'b', 'c', 'd'];
    expect(await Promise.all(keys.map((key) => cache.get(key, answer)))).toEqual([1, 2, 3, 4]);
  });

  it('remembers that there is no value', async () => {
    const cache = new ExpiringCache<number | null>(limits, () => time);
    const nothing = () => Promise.resolve(null);
    expect([await cache.get('a', nothing), await cache.get('a', answer)]).toEqual([null, null]);
  });

  it('returns the last value while its source does not answer', async () => {
    const cache = newCache();
    await cache.get('a', answer);
    time = 5_000;
    expect(await cache.get('a', failure)).toBe(1);
    await expect(cache.get('b', failure)).rejects.toThrow('it is down');
  });

  it('removes the entry that was unused for longest when it is full', async () => {
    const cache = newCache();
    for (const key of ['a', 'b', 'c']) await cache.get(key, answer);
    expect([await cache.get('c', answer), await cache.get('a', answer)]).toEqual([3, 4]);
  });
});
