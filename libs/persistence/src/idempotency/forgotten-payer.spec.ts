import { withoutPayer } from './forgotten-payer.js';

const USER = '01JQ00000000000000000000XA';
const payer = { userId: USER, members: ['name', 'email'], accountMembers: ['metadata'] };
const answer = (body: unknown) => ({ status: 200, body: JSON.stringify(body) });

it('erasing a payer removes personal members from every object that names them, and nothing else', () => {
  const given = answer({
    amount: 5,
    recipient: { name: 'Harbour Books' },
    sender: { user_id: USER, name: 'Ada', email: 'ada@example.com', user_type: 'INDIVIDUAL' },
    parts: [{ sender: { user_id: USER, name: 'Ada' } }, { sender: { user_id: 'x', name: 'Bo' } }],
  });
  expect(withoutPayer(given, payer)).toEqual(
    answer({
      amount: 5,
      recipient: { name: 'Harbour Books' },
      sender: { user_id: USER, user_type: 'INDIVIDUAL' },
      parts: [{ sender: { user_id: USER } }, { sender: { user_id: 'x', name: 'Bo' } }],
    }),
  );
});

it.each([[{ sender: { user_id: 'x', name: 'Bo' } }], [{ user_id: USER, amount: 5 }]])(
  'erasing a payer keeps an answer without personal data: %j',
  (body) => {
    expect(withoutPayer(answer(body), payer)).toBeUndefined();
  },
);

it('erasing a payer removes account and text of their own payouts, and keeps those of others', () => {
  const payout = (user_id: string, account: object, details: object) => ({
    recipient: { user_id },
    recipient_account: { account_id: 'a', account_type: 'EXTERNAL_ACCOUNT', ...account },
    payment_details: { mandate_id: 'm', ...details },
    metadata: { order: '1' },
    sender_account: { account_id: 's', metadata: { shop: '7' } },
  });
  const [metadata, description] = [{ nick: 'Ada' }, 'For Ada'];
  const given = answer(payout(USER, { metadata }, { description }));
  expect(withoutPayer(given, payer)).toEqual(answer(payout(USER, {}, {})));
  expect(withoutPayer(answer(payout('x', { metadata }, { description })), payer)).toBeUndefined();
});
