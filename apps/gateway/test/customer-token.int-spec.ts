/** @proves generateCustomerAccessToken */
import { eventually } from '@towpath/testing';
import { decodeJwt } from 'jose';
import { CustomerAppsService } from '../src/customer-apps/customer-apps.service.js';
import type { CustomerApp } from '../src/customer-apps/customer-app.js';
import { post, startGateway, type RunningGateway } from './gateway.fixture.js';

interface ErrorBody {
  readonly error: Record<string, unknown>;
}

describe('POST /auth/customer/token', () => {
  let gateway: RunningGateway;
  let app: CustomerApp;
  let clientSecret: string;
  beforeAll(async () => {
    gateway = await startGateway();
    ({ app, clientSecret } = await gateway.createApp());
  });
  afterAll(() => gateway.stop());

  const ask = (body: unknown, headers?: Record<string, string>) =>
    post(`${gateway.publicUrl}/auth/customer/token`, body, headers);
  const credentials = () => ({
    client_id: app.clientId,
    client_secret: clientSecret,
    grant_type: 'client_credentials',
  });
  const clock = (token: string) =>
    fetch(`${gateway.publicUrl}/testing/clock`, { headers: { authorization: `Bearer ${token}` } });

  it('answers a token for 3600 s with the scopes and the generation of the app', async () => {
    const answer = await ask(credentials());
    const body = (await answer.json()) as Record<string, string>;
    expect(answer.status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(body['issued_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(decodeJwt(body['access_token'] ?? '')).toMatchObject({
      token_use: 'customer',
      customer_app_id: app.id,
      gen: 1,
      app_type: 'TEST',
    });
    expect((await clock(body['access_token'] ?? '')).status).toBe(200);
  });

  it('answers 401 in the older envelope for a wrong secret and an unknown client', async () => {
    const wrong = await ask({ ...credentials(), client_secret: 'x'.repeat(68) });
    const unknown = await ask({ ...credentials(), client_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    const { error } = (await wrong.json()) as ErrorBody;
    expect(error).toMatchObject({ error_code: 'UNAUTHORIZED', code: 40100, type: 'API_ERROR' });
    expect(((await unknown.json()) as ErrorBody).error['message']).toBe(error['message']);
  });

  it.each([
    ['a short client_id', { client_id: 'A'.repeat(25) }, 'client_id'],
    ['a long client_id', { client_id: 'A'.repeat(27) }, 'client_id'],
    ['a short secret', { client_secret: 'x'.repeat(63) }, 'client_secret'],
    ['a long secret', { client_secret: 'x'.repeat(81) }, 'client_secret'],
    ['another grant', { grant_type: 'password' }, 'grant_type'],
    ['a number', { client_id: 7 }, 'client_id'],
    ['an object', { client_secret: {} }, 'client_secret'],
    ['no grant', { grant_type: undefined }, 'grant_type'],
  ])('answers 400 naming the field for %s', async (_what, change, field) => {
    const answer = await ask({ ...credentials(), ...change });
    const { error } = (await answer.json()) as ErrorBody;
    expect(answer.status).toBe(400);
    expect(error).toMatchObject({ error_code: 'INVALID_REQUEST', code: 40000 });
    expect(error['details']).toContain(field);
  });

  it.each([
    ['broken JSON', '{"client_id":', 400],
    ['an array', '[]', 400],
    ['null', 'null', 400],
    ['a NUL character', '{"client_id":"\\u0000"}', 400],
    ['a huge body', JSON.stringify({ client_id: 'x'.repeat(1_100_000) }), 413],
  ])('never answers 500 for %s', async (_what, body, status) => {
    const answer = await ask(body, { 'x-request-id': 'my-request' });
    expect(answer.status).toBe(status);
    const { error } = (await answer.json()) as ErrorBody;
    expect(error['request_id']).toBe('my-request');
  });

  it('refuses another content type', async () => {
    const answer = await ask('client_id=x', { 'content-type': 'text/plain' });
    expect(answer.status).toBe(415);
  });

  it('slows down guessing, per client, with Retry-After', async () => {
    const victim = await gateway.createApp();
    const guess = { client_id: victim.app.clientId, grant_type: 'client_credentials' };
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      const answer = await ask({ ...guess, client_secret: `${i}`.padEnd(68, 'x') });
      statuses.push(answer.status);
      if (answer.status === 429)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses).toContain(429);
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
  });
});

describe('credentials that change', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());

  const statusOf = async (token: string) =>
    (
      await fetch(`${gateway.publicUrl}/testing/clock`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  const refusedWithin5s = (token: string) =>
    eventually(async () => (await statusOf(token)) === 401, { deadlineMs: 5_000 });

  it('refuses tokens of a replaced secret, and the secret itself', async () => {
    const { app, clientSecret } = await gateway.createApp();
    const token = await gateway.token(app, clientSecret);
    expect(await statusOf(token)).toBe(200);
    const rotated = await gateway.app
      .get(CustomerAppsService)
      .rotateSecret({ id: app.id, overlapMinutes: 0, actor: 'test' });
    await refusedWithin5s(token);
    expect(await gateway.token(app, clientSecret)).toBeUndefined();
    expect(await statusOf(await gateway.token(app, rotated.clientSecret))).toBe(200);
  });

  it('keeps both secrets and their tokens during an overlap', async () => {
    const { app, clientSecret } = await gateway.createApp();
    const token = await gateway.token(app, clientSecret);
    const rotated = await gateway.app
      .get(CustomerAppsService)
      .rotateSecret({ id: app.id, overlapMinutes: 60, actor: 'test' });
    expect(await statusOf(token)).toBe(200);
    expect(await gateway.token(app, clientSecret)).toBeDefined();
    expect(await gateway.token(app, rotated.clientSecret)).toBeDefined();
  });

  it('refuses a disabled app, and lets it back in when enabled', async () => {
    const { app, clientSecret } = await gateway.createApp();
    const token = await gateway.token(app, clientSecret);
    const apps = gateway.app.get(CustomerAppsService);
    await apps.disable({ id: app.id, actor: 'test' });
    await refusedWithin5s(token);
    expect(await gateway.token(app, clientSecret)).toBeUndefined();
    await apps.enable({ id: app.id, actor: 'test' });
    expect(await gateway.token(app, clientSecret)).toBeDefined();
    expect(await statusOf(token)).toBe(401);
  });

  it('does not move the clock of a live app', async () => {
    const { app, clientSecret } = await gateway.createApp({ live: true });
    const token = await gateway.token(app, clientSecret);
    const answer = await fetch(`${gateway.publicUrl}/testing/clock`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as ErrorBody).error['error_code']).toBe('NOT_A_TEST_APP');
  });
});
