import { memberGroups } from './member-groups.js';

describe('the members of a resource', () => {
  it('are shown in groups, each once', () => {
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
    const groups = memberGroups(body);
    const names = groups.map(({ name, members }) => [name, members.map((each) => each.name)]);
    expect(names).toEqual([
      ['State', ['status']],
      ['Money', ['amount', 'currency']],
      ['People and accounts', ['sender_name']],
      ['References', ['payment_id']],
      ['Times', ['created_at']],
      ['More', ['type']],
    ]);
  });
});
