import { newId } from '@towpath/kernel';

import { SECRET, testSandbox, type TestSandbox } from './sandbox.fixture.js';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await testSandbox();
});
afterAll(() => sandbox.end());

async function post(path: string, body: object, secret = SECRET) {
  const answer = await fetch(`${sandbox.url}/bank/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { outcome?: string } };
}

const login = (reference: string, change: object = {}) =>
  post('mandate-logins', {
    customer_app_id: 'app',
    reference,
    institution_id: 'testbank',
    user_id: 'usergood',
    password: 'datagood',
    ...change,
  });

describe('the login of a payer at the simulated bank', () => {
  it('the bank asks for the one-time password, and then lets the payer in', async () => {
    const reference = newId(new Date());
    expect((await login(reference)).body).toEqual({ outcome: 'OTP_REQUIRED' });
    expect((await login(reference, { otp: '123456' })).body).toEqual({ outcome: 'ACCEPTED' });
  });

  it('the third wrong one-time password locks this login and no other', async () => {
    const [reference, other] = [newId(new Date()), newId(new Date())];
    const wrong = [1, 2, 3].map(() => login(reference, { otp: '000000' }));
    const outcomes = (await Promise.all(wrong)).map(({ body }) => body.outcome).sort();
    expect(outcomes).toEqual(['LOCKED', 'REJECTED', 'REJECTED']);
    expect((await login(reference, { otp: '123456' })).body).toEqual({ outcome: 'LOCKED' });
    expect((await login(other, { otp: '123456' })).body).toEqual({ outcome: 'ACCEPTED' });
  });

  it('a request without the secret is refused', async () => {
    expect((await post('mandate-logins', {}, 'wrong')).status).toBe(401);
  });

  it('a code that the page of the bank did not give is rejected', async () => {
    const { body } = await post('login-codes/redemptions', { code: 'x', state: 'y' });
    expect(body).toEqual({ outcome: 'REJECTED' });
  });
});
