import type { AccessTokenClaims } from '@towpath/contracts';
import type { OperatorClaim } from '@towpath/contracts/operator';

import { APP_ID, LIVE_APP_ID, type SignOptions } from '../fixtures/fake-gateway.fixture.js';
import { startSampleApp, type SampleApp } from '../fixtures/sample-app.fixture.js';

let sample: SampleApp;

beforeAll(async () => {
  sample = await startSampleApp();
});
afterAll(() => sample.close());
afterEach(() => {
  sample.directory.reset();
  sample.gateway.answer = undefined;
});

interface Answer {
  readonly status: number;
  readonly challenge: string | null;
  readonly body: { readonly error?: Record<string, unknown> } & Record<string, unknown>;
}

async function get(url: string, options: { authorization?: string } = {}): Promise<Answer> {
  const { authorization } = options;
  const headers = new Headers(
    authorization === undefined ? [] : [['authorization', authorization]],
  );
  const response = await fetch(url, { headers });
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate'),
    body: (await response.json()) as Answer['body'],
  };
}

async function read(claims?: Partial<AccessTokenClaims>, options?: SignOptions): Promise<Answer> {
  const token = await sample.gateway.sign(claims, options);
  return get(`${sample.publicUrl}/payment_links/x`, { authorization: `Bearer ${token}` });
}

describe('a request', () => {
  it('a token opens the operation when kind, scope and audience fit', async () => {
    expect((await read()).status).toBe(200);
  });

  it.each<[string, string | undefined]>([
    ['is missing', undefined],
    ['is of another scheme', 'Basic abc'],
    ['is empty', 'Bearer '],
    ['is no token', 'Bearer nonsense'],
    ['is unsigned', 'Bearer eyJhbGciOiJub25lIn0.eyJhIjoxfQ.'],
    ['is too long', `Bearer ${'a'.repeat(9000)}`],
  ])('whose token %s answers 401 with a challenge', async (_case, authorization) => {
    const answer = await get(`${sample.publicUrl}/payment_links/x`, { authorization });
    expect(answer).toMatchObject({ status: 401, body: { error: { error_code: 'UNAUTHORIZED' } } });
    expect(answer.challenge).toMatch(/^Bearer/);
  });

  it('a token that was tampered with answers 401', async () => {
    const [head, payload, signature] = (await sample.gateway.sign()).split('.') as [
      string,
      string,
      string,
    ];
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, customer_app_id: LIVE_APP_ID }));
    const token = [head, forged.toString('base64url'), signature].join('.');
    const answer = await get(`${sample.publicUrl}/payment_links/x`, {
      authorization: `Bearer ${token}`,
    });
    expect(answer.status).toBe(401);
  });

  it('a token that has expired answers 401 TOKEN_EXPIRED', async () => {
    const answer = await read({}, { expiresInSeconds: -10 });
    expect(answer).toMatchObject({ status: 401, body: { error: { error_code: 'TOKEN_EXPIRED' } } });
    expect(answer.challenge).toBe('Bearer error="invalid_token"');
  });

  it.each<[string, Partial<AccessTokenClaims>]>([
    ['a kind that the operation does not take', { token_use: 'login_identity' }],
    ['a missing scope', { scopes: ['paymentlink:create'] }],
  ])('with %s answers 403 INSUFFICIENT_SCOPE', async (_case, claims) => {
    const answer = await read(claims);
    expect(answer).toMatchObject({
      status: 403,
      body: { error: { error_code: 'INSUFFICIENT_SCOPE' } },
    });
    expect(answer.challenge).toMatch(/^Bearer error="insufficient_scope"/);
  });

  it.each<[string, Partial<AccessTokenClaims>]>([
    ['for a service', { aud: 'payment-link', token_use: 'service' }],
    ['without a customer app', { customer_app_id: '' }],
    ['of an unknown app', { customer_app_id: '01JZ0000000000000000000NEW' }],
    ['of an older credential generation', { gen: 0 }],
  ])('with a token %s answers 401', async (_case, claims) => {
    expect((await read(claims)).status).toBe(401);
  });

  it('a token stops working when the app is disabled or its credential is replaced', async () => {
    const token = await sample.gateway.sign();
    const url = `${sample.publicUrl}/payment_links/x`;
    expect((await get(url, { authorization: `Bearer ${token}` })).status).toBe(200);
    const app = sample.directory.apps.get(APP_ID);
    if (!app) throw new Error('no app');
    sample.directory.apps.set(APP_ID, { ...app, enabled: false });
    expect((await get(url, { authorization: `Bearer ${token}` })).status).toBe(401);
    sample.directory.apps.set(APP_ID, { ...app, credentialGeneration: 2 });
    expect((await get(url, { authorization: `Bearer ${token}` })).status).toBe(401);
  });

  it('a missing token is refused before the body is read', async () => {
    const response = await fetch(`${sample.publicUrl}/payment_links`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{broken',
    });
    expect(response.status).toBe(401);
  });

  it('a token is ignored by public operations', async () => {
    const answer = await get(`${sample.publicUrl}/jwks`, { authorization: 'Bearer nonsense' });
    expect(answer.body).toMatchObject({ error: { error_code: 'UNKNOWN_KEY_ID' } });
  });

  it('a token of a live app does not open testing operations', async () => {
    const url = `${sample.publicUrl}/testing/clock`;
    const live = await sample.gateway.sign({ customer_app_id: LIVE_APP_ID, app_type: 'TEST' });
    expect(await get(url, { authorization: `Bearer ${live}` })).toMatchObject({
      status: 400,
      body: { error: { error_code: 'NOT_A_TEST_APP' } },
    });
    const test = await sample.gateway.sign();
    expect((await get(url, { authorization: `Bearer ${test}` })).status).toBe(200);
  });

  it('a token of an app whose state is unknown answers 503, not 401', async () => {
    sample.directory.failure = Object.assign(new Error('down'), { code: 'ECONNREFUSED' });
    expect(await read()).toMatchObject({
      status: 503,
      body: { error: { error_code: 'SERVICE_UNAVAILABLE' } },
    });
  });
});

describe('an internal route', () => {
  const body = JSON.stringify({ name: 'x' });
  const service: Partial<AccessTokenClaims> = {
    aud: 'payment-link',
    token_use: 'service',
    sub: 'mandate',
    customer_app_id: '',
    gen: 0,
  };

  async function post(
    claims: Partial<AccessTokenClaims>,
    { base = sample.internalUrl, path = '/internal/sample', lastsS = 60 } = {},
  ) {
    const token = await sample.gateway.sign(claims, { expiresInSeconds: lastsS });
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body,
    });
    return { status: response.status, body: (await response.json()) as unknown };
  }

  it('accepts a service token for this service', async () => {
    expect(await post(service)).toEqual({ status: 200, body: { name: 'x', caller: 'mandate' } });
  });

  it.each<[string, Partial<AccessTokenClaims>, number]>([
    ['for another service', { ...service, aud: 'dispute' }, 401],
    ['of a customer', {}, 401],
    ['of a customer made for this service', { aud: 'payment-link' }, 403],
    ['of a service that may not call', { ...service, sub: 'dispute' }, 403],
  ])('refuses a token %s', async (_case, claims, status) => {
    expect((await post(claims)).status).toBe(status);
  });

  it('does not exist on the public port', async () => {
    expect((await post(service, { base: sample.publicUrl })).status).toBe(404);
    expect((await get(`${sample.publicUrl}/internal/sample/open`)).status).toBe(404);
    expect((await get(`${sample.publicUrl}/metrics`)).status).toBe(404);
  });

  describe('for commands', () => {
    const operator: OperatorClaim = {
      ...{ subject: 'os:ada@here', role: 'admin', apps: '*', session: 'S1', purpose: 'act' },
    };
    const ofGateway = { ...service, sub: 'gateway', operator };
    const command = (claims: Partial<AccessTokenClaims>, lastsS = 60) =>
      post(claims, { path: '/internal/sample/command', lastsS });

    it('takes the token of the gateway in the name of who runs one', async () => {
      expect(await command(ofGateway)).toEqual({ status: 200, body: { done: true } });
      // It opens nothing else.
      expect((await post({ ...service, operator })).status).toBe(403);
    });

    it.each<[string, Partial<AccessTokenClaims>, number]>([
      ['without an operator', { operator: undefined }, 403],
      ['of another service', { sub: 'mandate' }, 403],
      ['for another service', { aud: 'dispute' }, 401],
      ['of an operator', { operator: { ...operator, role: 'operator' } }, 403],
      ['of an administrator of some apps', { operator: { ...operator, apps: [APP_ID] } }, 403],
      ['for another purpose', { operator: { ...operator, purpose: 'see' } }, 403],
      ['without a subject', { operator: { ...operator, subject: '' } }, 403],
    ])('refuses a token %s', async (_case, claims, status) => {
      expect((await command({ ...ofGateway, ...claims })).status).toBe(status);
    });

    it('refuses a token that lasts longer than a minute', async () => {
      expect((await command(ofGateway, 90)).status).toBe(401);
    });
  });

  it('may authenticate its callers by itself', async () => {
    expect((await get(`${sample.internalUrl}/internal/sample/open`)).status).toBe(200);
  });
});

describe('the internal port', () => {
  it('has no public operation', async () => {
    const token = await sample.gateway.sign();
    const url = `${sample.internalUrl}/payment_links/x`;
    expect((await get(url, { authorization: `Bearer ${token}` })).status).toBe(404);
  });

  it('has health and metrics, and health is on both ports', async () => {
    for (const base of [sample.internalUrl, sample.publicUrl]) {
      expect((await get(`${base}/health/live`)).body).toEqual({ status: 'ok', checks: {} });
      expect((await get(`${base}/health/ready`)).body).toMatchObject({ status: 'ok' });
    }
    const metrics = await (await fetch(`${sample.internalUrl}/metrics`)).text();
    expect(metrics).toMatch(
      /http_request_duration_seconds_count\{[^}]*route="\/payment_links\/:paymentLinkId"/,
    );
  });
});

describe('the public keys of the gateway', () => {
  it('are read once and kept while the gateway is away', async () => {
    await read();
    const before = sample.gateway.asked.get('/internal/jwks') ?? 0;
    sample.gateway.answer = (_request, response) => {
      response.destroy();
      return true;
    };
    expect((await read()).status).toBe(200);
    expect(sample.gateway.asked.get('/internal/jwks')).toBe(before);
  });
});
