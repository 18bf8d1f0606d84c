import { currencyFor, memberGroups } from './member-groups.js';

describe('the members of a resource', () => {
  it('are shown in groups, each once, and say whether they are masked', () => {
    const body = {
      payment_id: 'P',
      amount: 100,
      currency: 'HKD',
      status: 'EXECUTED',
      sender_name: '•••',
      created_at: '2026-11-02T10:00:00Z',
      cancelled_at: null,
      type: 'CARD',
    };
    const groups = memberGroups(body, ['sender_name']);
    const names = groups.map(({ name, members }) => [name, members.map((each) => each.name)]);
    expect(names).toEqual([
      ['State', ['status']],
      ['Money', ['amount', 'currency']],
      ['People and accounts', ['sender_name']],
      ['References', ['payment_id']],
      ['Times', ['created_at']],
      ['More', ['type']],
    ]);
    const masked = groups.flatMap(({ members }) => members).filter(({ isMasked }) => isMasked);
    expect(masked.map(({ name }) => name)).toEqual(['sender_name']);
  });

  it('are amounts of their own currency, or of that of the resource', () => {
    const body = { currency: 'HKD', fee_amount: 3, fee_currency: 'USD', amount: 5 };
    expect(currencyFor('amount', body)).toBe('HKD');
    expect(currencyFor('fee_amount', body)).toBe('USD');
    expect(currencyFor('fee', body)).toBeUndefined();
  });
});
