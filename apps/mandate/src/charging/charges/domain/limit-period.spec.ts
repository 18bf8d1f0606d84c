import { periodStart } from './limit-period.js';

const start = (period: Parameters<typeof periodStart>[0], at: string) =>
  periodStart(period, new Date(at));

describe('the period of a limit', () => {
  it.each([
    ['DAILY', '2026-03-01T23:59:59.999Z', '2026-03-01'],
    // A Sunday ends its week, a Monday begins the next.
    ['WEEKLY', '2026-03-01T23:59:59.999Z', '2026-02-23'],
    ['WEEKLY', '2026-03-02T00:00:00.000Z', '2026-03-02'],
    // The first days of 2027 belong to a week of 2026.
    ['WEEKLY', '2027-01-03T12:00:00.000Z', '2026-12-28'],
    ['MONTHLY', '2028-02-29T23:59:59.999Z', '2028-02-01'],
    ['MONTHLY', '2026-12-31T23:59:59.999Z', '2026-12-01'],
    ['QUARTERLY', '2026-03-31T23:59:59.999Z', '2026-01-01'],
    ['QUARTERLY', '2026-04-01T00:00:00.000Z', '2026-04-01'],
    ['QUARTERLY', '2026-12-31T23:59:59.999Z', '2026-10-01'],
    ['YEARLY', '2026-12-31T23:59:59.999Z', '2026-01-01'],
    ['YEARLY', '2027-01-01T00:00:00.000Z', '2027-01-01'],
  ] as const)('%s at %s begins on %s, UTC', (period, at, first) => {
    expect(start(period, at)).toBe(first);
  });

  it('always contains the instant that it was computed for', () => {
    const longest = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, QUARTERLY: 92, YEARLY: 366 };
    for (let hour = 0; hour < 24 * 800; hour += 5) {
      const at = new Date(Date.UTC(2026, 0, 1, hour));
      for (const [period, days] of Object.entries(longest)) {
        const first = Date.parse(periodStart(period as keyof typeof longest, at));
        expect(first).toBeLessThanOrEqual(at.getTime());
        expect(at.getTime() - first).toBeLessThan(days * 86_400_000);
      }
    }
  });
});
