import { dateText, writtenTerms } from './written.js';

const LIMITS = {
  max_transaction_amount: 124_850,
  max_period_amount: 250_000,
  max_period_count: 2,
  period: 'MONTHLY',
} as const;

describe('the terms of a mandate', () => {
  it('are written in the format of the payer’s locale', () => {
    const details = { currency: 'HKD', transaction_limits: LIMITS, start_date: '2026-12-01' };
    expect(writtenTerms(details, ['en-HK'])).toEqual({
      perPayment: 'HK$1,248.50',
      ownMost: null,
      onlyOwn: false,
      perPeriod: 'HK$2,500.00',
      count: 2,
      period: 'MONTHLY',
      from: '1 December 2026',
      until: null,
    });
  });

  it('are empty when nothing was agreed', () => {
    expect(writtenTerms({ currency: 'HKD' }, ['en'])).toEqual({
      perPayment: null,
      ownMost: null,
      onlyOwn: false,
      perPeriod: null,
      count: null,
      period: null,
      from: null,
      until: null,
    });
  });

  it.each([
    [124_850, 8_000, '$80.00 USD', false],
    [8_000, 8_000, '$80.00 USD', true],
  ])(
    'with a limit of %d also show the payer’s own limit of %d',
    (agreed, own, ownMost, onlyOwn) => {
      const transaction_limits = {
        max_transaction_amount: agreed,
        max_transaction_amount_set_by_payer_initial: own,
      };
      const { ownMost: written, ...terms } = writtenTerms({ currency: 'USD', transaction_limits }, [
        'en-US',
      ]);
      expect(written?.replaceAll('\u00a0', ' ')).toBe(ownMost);
      expect(terms).toMatchObject({ onlyOwn });
    },
  );

  it.each([
    ['ko-KR', '2026년 12월 1일'],
    ['zh-HK', '2026年12月1日'],
    ['not a locale', 'December 1, 2026'],
  ])('write a day in %s as %s', (locale, text) => {
    expect(dateText('2026-12-01', [locale])).toBe(text);
  });
});
