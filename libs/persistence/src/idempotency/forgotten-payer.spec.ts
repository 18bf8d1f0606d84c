import { withoutPayer } from './forgotten-payer.js';

const USER = '01JQ00000000000000000000XA';
const payer = { userId: USER, members: ['name', 'email'] };
const answer = (body: unknown) => ({ status: 200, body: JSON.stringify(body) });

it('takes what tells the payer out of every object that names them, and nothing else', () => {
  const told = answer({
    amount: 5,
    recipient: { name: 'Harbour Books' },
    sender: { user_id: USER, name: 'Ada', email: 'ada@example.com', user_type: 'INDIVIDUAL' },
    parts: [{ sender: { user_id: USER, name: 'Ada' } }, { sender: { user_id: 'x', name: 'Bo' } }],
  });
  expect(withoutPayer(told, payer)).toEqual(
    answer({
      amount: 5,
      recipient: { name: 'Harbour Books' },
      sender: { user_id: USER, user_type: 'INDIVIDUAL' },
      parts: [{ sender: { user_id: USER } }, { sender: { user_id: 'x', name: 'Bo' } }],
    }),
  );
});

it.each([[{ sender: { user_id: 'x', name: 'Bo' } }], [{ user_id: USER, amount: 5 }]])(
  'leaves an answer that does not tell the payer: %j',
  (body) => {
    expect(withoutPayer(answer(body), payer)).toBeUndefined();
  },
);
