import { objectionTo, periodExceeded } from './charge-objection.js';

const AT = new Date('2026-03-15T12:00:00.000Z');
const mandate = {
  status: 'SUCCEEDED' as const,
  currency: 'HKD',
  startDate: '2026-03-01',
  endDate: '2026-03-31' as string | null,
  limits: {
    maxTransactionAmount: 500,
    maxPeriodAmount: 900,
    maxPeriodCount: null,
    period: 'MONTHLY' as const,
  },
};
const codeOf = (members: object = {}, charge: object = {}, at = AT) =>
  objectionTo({ ...mandate, ...members }, { amount: 500, currency: 'HKD', ...charge }, at)?.code;

describe('a charge of a mandate', () => {
  it('is allowed up to the limit of one transaction', () => {
    expect(codeOf()).toBeUndefined();
    expect(codeOf({}, { amount: 501 })).toBe('TRANSACTION_LIMIT_EXCEEDED');
    expect(codeOf({ limits: null }, { amount: Number.MAX_SAFE_INTEGER })).toBeUndefined();
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
