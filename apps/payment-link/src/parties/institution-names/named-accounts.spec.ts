import { institutionsIn, withNames } from './named-accounts.js';

const account = (institution_id: string) => ({ account_type: 'EXTERNAL_ACCOUNT', institution_id });
const named = (institution_id: string) => ({
  ...account(institution_id),
  institution_name: `Name of ${institution_id}`,
  bank_code: '999',
});
const names = (answer: unknown) =>
  withNames(answer, (id) => ({ institution_name: `Name of ${id}`, bank_code: '999' }));

describe('the accounts of payers in an answer', () => {
  it('are found and named wherever an answer contains them', () => {
    const of = (shown: typeof account) => ({
      payment_accounts: [shown('a'), { account_type: 'SETTLEMENT_ACCOUNT' }],
      payments: [{ payment_id: 'p', sender_account: shown('b') }],
      payment: { sender_account: shown('c') },
      payment_method: { mandate: { sender_account: shown('a') } },
      payment_methods: [{ card: {} }, { mandate: { sender_account: shown('d') } }],
    });
    expect(institutionsIn(of(account))).toEqual(['a', 'b', 'c', 'd']);
    expect(names(of(account))).toEqual(of(named));
    expect(names(account('a'))).toEqual(named('a'));
  });

  it('stay unchanged when the name of the institution is unknown', () => {
    expect(withNames({ sender_account: account('a') }, () => undefined)).toEqual({
      sender_account: account('a'),
    });
  });

  it("are not searched for in the customer's own metadata", () => {
    const answer = { metadata: account('a'), payment_metadata: { sender_account: account('b') } };
    expect(institutionsIn(answer)).toEqual([]);
    expect(names(answer)).toEqual(answer);
  });
});
