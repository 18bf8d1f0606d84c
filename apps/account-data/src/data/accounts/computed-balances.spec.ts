import { computedBalances } from './accounts.reads.js';

describe('computed balances', () => {
  it('start from the present balance and go back one day at a time', () => {
    const days = [
      { date: '2026-03-04', amount: 0 },
      { date: '2026-03-03', amount: -0.2 },
      { date: '2026-03-02', amount: 0 },
      { date: '2026-03-01', amount: 100.1 },
    ];
    expect(computedBalances(days, 99.9)).toEqual([
      { date: '2026-03-04', amount: 99.9 },
      { date: '2026-03-03', amount: 99.9 },
      { date: '2026-03-02', amount: 100.1 },
      { date: '2026-03-01', amount: 100.1 },
    ]);
  });
});
