import { startSampleApp, type SampleApp } from '../fixtures/sample-app.fixture.js';

let sample: SampleApp;
let token: string;

beforeAll(async () => {
  sample = await startSampleApp();
  token = await sample.gateway.sign({ scopes: ['paymentlink:get', 'loginIdentity:token'] });
});
afterAll(() => sample.close());

async function ask(path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${token}`, ...(init.headers as object) };
  const response = await fetch(sample.publicUrl + path, { ...init, headers });
  const body = (await response.json()) as { error?: Record<string, unknown> };
  return { status: response.status, headers: response.headers, body };
}

describe('the error envelope', () => {
  it('is E3 for payment operations', async () => {
    const { status, body } = await ask('/payment_links/refused');
    expect(status).toBe(400);
    expect(body).toEqual({
      error: {
        type: 'API_ERROR',
        error_code: 'PAYMENT_LINK_NOT_FOUND',
        message: 'The payment link cannot be found.',
        details: 'No such link.',
        request_id: expect.any(String) as unknown,
      },
    });
  });

  it('is E1 with a number for authentication operations', async () => {
    const { body } = await ask('/auth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    });
    expect(body.error).toMatchObject({ error_code: 'INVALID_REQUEST', code: 40000 });
  });

  it('is E2 with a text for link operations', async () => {
    const { body } = await ask('/jwks');
    expect(body.error).toMatchObject({ error_code: 'UNKNOWN_KEY_ID', code: 'UNKNOWN_KEY_ID' });
  });

  it.each([
    ['GET', '/nowhere'],
    ['OPTIONS', '/nowhere'],
    ['POST', '/internal/sample'],
    ['PUT', '/internal/sample'],
    ['GET', '/payment_links/'],
    ['GET', '/Payment_links/x'],
  ])('is E3 ROUTE_NOT_FOUND for %s %s', async (method, path) => {
    const { status, body } = await ask(path, { method });
    expect(status).toBe(404);
    expect(body.error).toMatchObject({ error_code: 'ROUTE_NOT_FOUND', type: 'API_ERROR' });
    expect(body.error).not.toHaveProperty('code');
  });

  it.each([
    ['x'.repeat(1_025), 'an ID in the path is longer than 1024 characters'],
    ['%', 'path is not a valid URL'],
  ])('names the fault of a path: case %#', async (id, details) => {
    const { status, body } = await ask(`/payment_links/${id}`);
    expect([status, body.error]).toMatchObject([400, { error_code: 'INVALID_REQUEST', details }]);
  });

  it('is the same for an unknown route, whatever the body', async () => {
    const init = { method: 'POST', body: '{broken', headers: { 'content-type': 'x/y' } };
    expect((await ask('/nowhere', init)).status).toBe(404);
  });

  it.each([
    ['POST', '/payment_links/x?y=1', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/payment_links', 'OPTIONS, POST'],
    ['HEAD', '/payment_links', 'OPTIONS, POST'],
    ['PROPFIND', '/health/live', 'GET, HEAD, OPTIONS'],
  ])('lists for %s %s the methods of the path', async (method, path, allow) => {
    const response = await fetch(sample.publicUrl + path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
    if (method === 'HEAD') return;
    const { error } = (await response.json()) as { error: object };
    expect(error).toMatchObject({ error_code: 'METHOD_NOT_ALLOWED', type: 'API_ERROR' });
  });

  it('an OPTIONS request gets the methods of the path, and HEAD the answer of GET without its body', async () => {
    const options = await fetch(`${sample.publicUrl}/payment_links`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'OPTIONS, POST']);
    const authorization = `Bearer ${await sample.gateway.sign()}`;
    const url = `${sample.publicUrl}/payment_links/x`;
    const read = await fetch(url, { headers: { authorization } });
    const head = await fetch(url, { method: 'HEAD', headers: { authorization } });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String((await read.text()).length));
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(401);
  });
});

describe('a fault of the service', () => {
  it('answers 500 without internal details and is logged with its cause', async () => {
    sample.log.length = 0;
    const { status, body } = await ask('/payment_links/broken');
    expect(status).toBe(500);
    expect(body.error).toMatchObject({ error_code: 'INTERNAL_ERROR' });
    expect(JSON.stringify(body)).not.toContain('secret detail');
    const line = sample.log.find((text) => text.includes('secret detail'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      level: 'error',
      message: 'request failed',
      request_id: body.error?.['request_id'],
      error: { message: 'secret detail of the inside', stack: expect.any(String) as unknown },
    });
  });

  it('is reported when another service refuses its call, whatever that service answered', async () => {
    for (const refused of [400, 401, 404]) {
      sample.log.length = 0;
      const { status, body } = await ask(`/payment_links/call-${refused}`);
      expect([status, body.error?.['error_code']]).toEqual([500, 'INTERNAL_ERROR']);
      expect(JSON.stringify(body)).not.toContain('inner word');
      const line = sample.log.find((text) => text.includes('inner word'));
      expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'error', message: 'request failed' });
    }
  });

  it('answers 503 with Retry-After when the database is the cause', async () => {
    const { status, body, headers } = await ask('/payment_links/database');
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('1');
    expect(JSON.stringify(body)).not.toContain('secret host');
  });

  it('is not reported for a framework error with an unusual status', async () => {
    const { status, body } = await ask('/payment_links/framework');
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ error_code: 'INVALID_REQUEST' });
  });
});

describe('X-Request-Id', () => {
  it.each<[string, string]>([
    ['short', 'abc'],
    ['of 64 characters', 'r'.repeat(64)],
    ['of letters, digits and .-_', 'aZ09.-_'],
  ])('%s is echoed in header and envelope', async (_case, id) => {
    const { headers, body } = await ask('/payment_links/refused', {
      headers: { 'x-request-id': id },
    });
    expect(headers.get('x-request-id')).toBe(id);
    expect(body.error?.['request_id']).toBe(id);
  });

  it.each<[string, string | undefined]>([
    ['missing', undefined],
    ['of 65 characters', 'r'.repeat(65)],
    ['with a space', 'mine 1'],
    ['with a quotation mark', 'a"b'],
    ['with a slash', '../x'],
    ['not ASCII', 'r\u00e9sum\u00e9'],
  ])('is replaced when it is %s', async (_case, id) => {
    const { headers } = await ask('/payment_links/x', {
      headers: id === undefined ? {} : { 'x-request-id': id },
    });
    expect(headers.get('x-request-id')).toMatch(/^[0-9A-Z]{26}$/);
  });
});

describe('an answer of an operation', () => {
  it('omits null members except required nullable ones, and leaves open parts unchanged', async () => {
    const { status, body } = await ask('/payment_links/x');
    expect(status).toBe(200);
    expect(body).toEqual({
      name: 'x',
      kept: null,
      at: '2026-01-02T03:04:05.006Z',
      stops: [{ city: 'a' }],
      open: { inside: null },
    });
  });

  it('may not be stored or sniffed', async () => {
    const { headers } = await ask('/payment_links/x');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('has status 200 for POST', async () => {
    const response = await fetch(`${sample.publicUrl}/auth/token/refresh`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
  });
});

describe('the log of requests', () => {
  it('has one line per request with its IDs, and never a token', async () => {
    sample.log.length = 0;
    await ask('/payment_links/x?token=supersecret', { headers: { 'x-request-id': 'line-1' } });
    await ask('/health/live');
    const lines = sample.log.map((text) => JSON.parse(text) as Record<string, unknown>);
    const answered = lines.filter(({ message }) => message === 'request answered');
    expect(answered).toEqual([
      expect.objectContaining({
        request_id: 'line-1',
        customer_app_id: expect.any(String) as unknown,
        trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
        route: '/payment_links/:paymentLinkId',
        status: 200,
      }),
    ]);
    expect(sample.log.join()).not.toContain(token);
    expect(sample.log.join()).not.toContain('supersecret');
  });
});
