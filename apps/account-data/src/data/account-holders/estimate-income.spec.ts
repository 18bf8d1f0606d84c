import { incomeStreams, totalOf, type Deposit } from './estimate-income.js';

const deposit = (date: string, amount: number, description = 'SALARY ACME LTD'): Deposit => ({
  accountId: 'A',
  date,
  amount,
  currency: 'HKD',
  description,
});
const months = (amount: number, description?: string, count = 8) =>
  Array.from({ length: count }, (_, index) =>
    deposit(`2026-0${index + 1}-25`, amount, description),
  );
const monthlyOf = (deposits: readonly Deposit[]) => totalOf(incomeStreams(deposits)).monthly;

describe('income from deposits', () => {
  it('is the monthly amount of a regular salary', () => {
    const [stream] = incomeStreams(months(42_000));
    expect(stream).toMatchObject({ accountId: 'A', monthly: 42_000, count: 8 });
    expect(stream?.months[0]).toEqual({ year: 2026, month: 8, amount: 42_000 });
  });

  it('does not change with a bonus or a short month', () => {
    const paid = months(42_000).with(5, deposit('2026-06-25', 126_000));
    expect(monthlyOf(paid.with(6, deposit('2026-07-25', 9_000)))).toBe(42_000);
  });

  it('follows a raise once it covers the larger part of six months', () => {
    const raised = [5, 6, 7, 8].map((month) => deposit(`2026-0${month}-25`, 50_000));
    expect(monthlyOf([...months(42_000, undefined, 4), ...raised])).toBe(50_000);
  });

  it('adds up two salaries in a month, and the salaries of two employers', () => {
    const halves = months(20_000).flatMap((row) => [
      row,
      { ...row, date: `${row.date.slice(0, 8)}10` },
    ]);
    expect(monthlyOf(halves)).toBe(40_000);
    expect(monthlyOf([...months(42_000), ...months(8_000, 'WAGES CORNER CAFE')])).toBe(50_000);
  });

  it('counts deposits of every month under any description', () => {
    expect(monthlyOf(months(15_000, 'ACME LTD REF 99'))).toBe(15_000);
    expect(monthlyOf(months(15_000, 'ACME LTD', 2))).toBeNull();
  });

  it.each(['TRANSFER FROM TIME DEPOSIT', 'CREDIT INTEREST', 'FPS FROM CHAN', 'REFUND SHOP'])(
    'excludes deposits described as %s',
    (description) => {
      expect(incomeStreams(months(5_000, description))).toEqual([]);
    },
  );

  it('excludes deposits whose amounts vary too much', () => {
    const odd = [100, 9_000, 40, 700].map((amount, index) =>
      deposit(`2026-0${index + 1}-03`, amount, 'MARKETPLACE PAYOUT'),
    );
    expect(incomeStreams(odd)).toEqual([]);
  });
});
