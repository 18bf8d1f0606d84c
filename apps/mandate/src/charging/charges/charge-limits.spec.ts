import type { MandateState } from '../../mandates/mandates/mandate.transitions.js';
import { objectionTo, periodExceeded, periodStart } from './charge-limits.js';

const AT = new Date('2026-03-15T12:00:00.000Z');
const mandate = {
  status: 'SUCCEEDED' as MandateState,
  currency: 'HKD',
  startDate: '2026-03-01',
  endDate: '2026-03-31' as string | null,
  maxTransactionAmount: 500,
  maxPeriodAmount: 900,
  maxPeriodCount: null,
  period: 'MONTHLY' as const,
};
const codeOf = (members: object = {}, charge: object = {}, at = AT) =>
  objectionTo({ ...mandate, ...members }, { amount: 500, currency: 'HKD', ...charge }, at)?.code;

describe('a charge of a mandate', () => {
  it('is allowed up to the limit of one transaction', () => {
    expect(codeOf()).toBeUndefined();
    expect(codeOf({}, { amount: 501 })).toBe('TRANSACTION_LIMIT_EXCEEDED');
    expect(
      codeOf({ maxTransactionAmount: null }, { amount: Number.MAX_SAFE_INTEGER }),
    ).toBeUndefined();
  });

  it.each([
    ['2026-02-28T23:59:59.999Z', 'MANDATE_NOT_IN_VALIDITY_PERIOD'],
    ['2026-03-01T00:00:00.000Z', undefined],
    ['2026-03-31T23:59:59.999Z', undefined],
    ['2026-04-01T00:00:00.000Z', 'MANDATE_NOT_IN_VALIDITY_PERIOD'],
  ])('at %s on a mandate for March has the objection %s', (at, code) => {
    expect(codeOf({}, {}, new Date(at))).toBe(code);
  });

  it('is allowed at any time when the mandate has no last day', () => {
    expect(codeOf({ endDate: null }, {}, new Date('2099-01-01T00:00:00Z'))).toBeUndefined();
  });

  it('must be in the currency of the mandate', () => {
    expect(codeOf({}, { currency: 'USD' })).toBe('CURRENCY_MISMATCH');
  });

  it.each(['AUTHORIZATION_REQUIRED', 'SUBMITTED', 'REVOKED', 'CANCELLED', 'CLOSED', 'FAILED'])(
    'is refused while the mandate is %s',
    (status) => expect(codeOf({ status })).toBe('INVALID_MANDATE_STATUS'),
  );

  it('that exceeds a period is refused with the limits of that period', () => {
    expect(periodExceeded(mandate)).toMatchObject({
      code: 'TRANSACTION_LIMIT_EXCEEDED',
      explanation: expect.stringContaining('MONTHLY: max_period_amount 900.') as string,
    });
  });
});

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
