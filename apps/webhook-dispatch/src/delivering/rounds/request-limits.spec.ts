import fc from 'fast-check';
import { grantRate } from './request-limits.js';

const START = new Date('2026-03-01T00:00:00.000Z').getTime();

/** Asks at each of the times, given in ms, and returns when each request was granted. */
function granted(limitPerSecond: number, askedAt: readonly number[], wanted: number): number[] {
  let usedUntil: Date | null = null;
  return askedAt.flatMap((ms) => {
    const grant = grantRate({ limitPerSecond, usedUntil }, new Date(START + ms), wanted);
    usedUntil = grant.usedUntil;
    return Array.from({ length: grant.granted }, () => ms);
  });
}

describe('the rate of an endpoint', () => {
  it('is unlimited when no limit is set', () => {
    const grant = grantRate({ limitPerSecond: null, usedUntil: null }, new Date(START), 64);
    expect(grant).toEqual({ granted: 64, usedUntil: null, waitMs: 0 });
  });

  it('is one request a second for a limit of 1', () => {
    const everyTenth = Array.from({ length: 31 }, (_, index) => index * 100);
    expect(granted(1, everyTenth, 5)).toEqual([0, 1_000, 2_000, 3_000]);
  });

  it('gives the time of the next request, and allows it then', () => {
    const first = grantRate({ limitPerSecond: 50, usedUntil: null }, new Date(START), 64);
    expect(first.granted).toBe(5);
    const later = new Date(START + first.waitMs);
    const { usedUntil } = first;
    expect(grantRate({ limitPerSecond: 50, usedUntil }, later, 64).granted).toBeGreaterThan(0);
    const early = new Date(START + first.waitMs - 2);
    expect(grantRate({ limitPerSecond: 50, usedUntil }, early, 64).granted).toBe(0);
  });

  it('never exceeds the limit in any second, and comes close to it', () => {
    const limits = fc.integer({ min: 1, max: 300 });
    const gaps = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 50, maxLength: 300 });
    fc.assert(
      fc.property(limits, gaps, (limit, steps) => {
        let now = 0;
        const times = steps.map((step) => (now += step));
        const sent = granted(limit, times, 64);
        for (const begin of sent) {
          const within = sent.filter((at) => at >= begin && at < begin + 1_000).length;
          expect(within).toBeLessThanOrEqual(limit);
        }
      }),
    );
    const everyMs = Array.from({ length: 10_000 }, (_, index) => index);
    expect(granted(100, everyMs, 64).length).toBeGreaterThan(880);
  });
});
