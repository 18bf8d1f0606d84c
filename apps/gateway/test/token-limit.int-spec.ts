import type { CustomerApp } from '../src/customer-apps/customer-app.js';
import { post, startGateway, type RunningGateway } from './gateway.fixture.js';

describe('guessing at POST /auth/customer/token', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await startGateway({ TRUSTED_PROXIES: '127.0.0.0/8,::1/128' });
  });
  afterAll(() => gateway.stop());

  let lastAddress = 0;
  const newAddress = () => `203.0.113.${(lastAddress += 1)}`;
  const ask = (app: CustomerApp, secret: string, address: string) =>
    post(
      `${gateway.publicUrl}/auth/customer/token`,
      { client_id: app.clientId, client_secret: secret, grant_type: 'client_credentials' },
      { 'x-forwarded-for': address },
    );
  const guess = (app: CustomerApp, address: string, number = 0) =>
    ask(app, `${number}`.padEnd(68, 'x'), address);

  it('makes a client wait at the address that guesses, and nowhere else', async () => {
    const { app, clientSecret } = await gateway.createApp();
    const guesser = newAddress();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await guess(app, guesser, i)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    const refused = await ask(app, clientSecret, guesser);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^(60|5\d)$/),
    ]);
    expect((await ask(app, clientSecret, newAddress())).status).toBe(200);
  });

  it('makes an address wait that tries many clients, for every client', async () => {
    const guesser = newAddress();
    const { app: other, clientSecret } = await gateway.createApp();
    for (let victim = 0; victim < 5; victim += 1) {
      const { app } = await gateway.createApp();
      for (let i = 0; i < 6; i += 1) expect((await guess(app, guesser, i)).status).toBe(401);
    }
    expect((await ask(other, clientSecret, guesser)).status).toBe(429);
    expect((await ask(other, clientSecret, newAddress())).status).toBe(200);
  });

  it('answers at most ten of 64 simultaneous guesses with 401', async () => {
    const { app } = await gateway.createApp();
    const guesser = newAddress();
    const answers = await Promise.all(Array.from({ length: 64 }, (_, i) => guess(app, guesser, i)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(54);
  });

  it('does not lock an app out where it succeeded, however many others guess', async () => {
    const { app, clientSecret } = await gateway.createApp();
    const own = newAddress();
    expect((await ask(app, clientSecret, own)).status).toBe(200);
    const guesses = Array.from({ length: 110 }, (_, i) => guess(app, `198.51.100.${i}`, i));
    await Promise.all(guesses);
    expect((await ask(app, clientSecret, newAddress())).status).toBe(429);
    expect((await ask(app, clientSecret, own)).status).toBe(200);
  });

  it('never counts a correct secret, in any number of requests', async () => {
    const { app, clientSecret } = await gateway.createApp();
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => ask(app, clientSecret, address)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
