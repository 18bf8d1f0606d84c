/** @proves promise-14 */
import { eventually } from '@towpath/testing';
import { request as httpRequest } from 'node:http';
import { post, startGateway, type RunningGateway } from './gateway.fixture.js';
import { startStandIn, type StandIn } from './stand-in.fixture.js';

const LIMIT_BYTES = 1024 * 1024;
/** Notifications with the service, and those that wait for it. */
const AT_ONCE = 2;
const WAITING = 16;

describe('forwarding', () => {
  let gateway: RunningGateway;
  let service: StandIn;
  let token: string;
  beforeAll(async () => {
    service = await startStandIn();
    gateway = await startGateway({ PAYMENT_LINK_URL: service.url, DISPUTE_URL: service.url });
    const { app, clientSecret } = await gateway.createApp();
    token = await gateway.token(app, clientSecret);
  });
  afterAll(async () => {
    await gateway.stop();
    await service.stop();
  });

  const bearer = () => ({ authorization: `Bearer ${token}` });
  const links = () => `${gateway.publicUrl}/payment_links`;
  const errorOf = async (answer: Response) =>
    ((await answer.json()) as { error: Record<string, string> }).error;

  it('passes method, path, query, token and body on as they are', async () => {
    const body = '{ "a" :  1, "broken": ';
    const answer = await post(`${links()}?x=1&y=%20`, body, bearer());
    expect(await answer.json()).toEqual({ echoed: body });
    expect(service.seen.at(-1)).toMatchObject({ method: 'POST', url: '/payment_links?x=1&y=%20' });
    expect(service.seen.at(-1)?.headers).toMatchObject({
      authorization: `Bearer ${token}`,
      'x-client-address': '127.0.0.1',
      'content-type': 'application/json',
    });
  });

  it('gives every request an ID, and keeps a plain one', async () => {
    const kept = await post(links(), '{}', { ...bearer(), 'x-request-id': 'mine-1' });
    expect(kept.headers.get('x-request-id')).toBe('mine-1');
    expect(service.seen.at(-1)?.headers['x-request-id']).toBe('mine-1');
    const made = await post(links(), '{}', { ...bearer(), 'x-request-id': 'x'.repeat(65) });
    expect(made.headers.get('x-request-id')).toHaveLength(26);
    expect(service.seen.at(-1)?.headers['x-request-id']).toBe(made.headers.get('x-request-id'));
  });

  it('does not let a caller forge its address', async () => {
    await post(links(), '{}', {
      ...bearer(),
      'x-forwarded-for': '203.0.113.9',
      'x-client-address': '203.0.113.9',
    });
    expect(service.seen.at(-1)?.headers['x-client-address']).toBe('127.0.0.1');
    expect(service.seen.at(-1)?.headers['x-forwarded-for']).toBeUndefined();
  });

  it('returns status, headers and body of the service', async () => {
    service.answer((_request, response) => {
      response.writeHead(422, { 'content-type': 'application/json', 'retry-after': '7' });
      response.end('{"error":{"error_code":"IDEMPOTENCY_KEY_REUSED"}}');
    });
    const answer = await post(links(), '{}', bearer());
    expect(answer.status).toBe(422);
    expect(answer.headers.get('retry-after')).toBe('7');
    expect((await errorOf(answer))['error_code']).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it.each([
    ['no token', {}, 401, 'UNAUTHORIZED'],
    ['a token of nobody', { authorization: 'Bearer abc' }, 401, 'UNAUTHORIZED'],
    ['basic credentials', { authorization: 'Basic abc' }, 401, 'UNAUTHORIZED'],
  ])('refuses %s before the service sees it', async (_what, headers, status, code) => {
    const before = service.seen.length;
    const answer = await post(links(), '{}', headers as Record<string, string>);
    expect([answer.status, (await errorOf(answer))['error_code']]).toEqual([status, code]);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(service.seen).toHaveLength(before);
  });

  it('refuses a body that says it is too large, and one that turns out to be', async () => {
    const said = await post(links(), 'x'.repeat(LIMIT_BYTES + 1), bearer());
    expect([said.status, (await errorOf(said))['error_code']]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await postChunked(links(), bearer(), LIMIT_BYTES + 1)).toBe(413);
  });

  it('takes a body of exactly the limit', async () => {
    service.answer((request, response) => response.end(String(request.body.length)));
    const answer = await post(links(), 'x'.repeat(LIMIT_BYTES), bearer());
    expect(await answer.text()).toBe(String(LIMIT_BYTES));
  });

  it('holds few notifications at a time, answers the rest with 503, and serves others', async () => {
    const held: (() => void)[] = [];
    service.answer((request, response) => {
      if (request.url === '/disputes') response.end('[]');
      else held.push(() => response.end('{}'));
    });
    const sent = Array.from({ length: 100 }, () =>
      post(`${gateway.publicUrl}/notifications/gw1`, '{}'),
    );
    const refused: Response[] = [];
    for (const each of sent) void each.then((answer) => refused.push(answer));
    await eventually(() => refused.length === 100 - AT_ONCE - WAITING);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(held).toHaveLength(AT_ONCE);
    const list = await fetch(`${gateway.publicUrl}/disputes`, { headers: bearer() });
    expect(list.status).toBe(200);
    await eventually(() => {
      held.splice(0).forEach((answer) => answer());
      return (
        service.seen.filter(({ url }) => url === '/notifications/gw1').length === AT_ONCE + WAITING
      );
    });
    held.splice(0).forEach((answer) => answer());
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(AT_ONCE + WAITING);
  });

  it('names no content type for an empty body, nor for an empty answer', async () => {
    service.answer((_request, response) => response.end());
    const headers = { ...bearer(), 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(`${links()}/x/cancel`, { method: 'POST', headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, null]);
    expect(service.seen.at(-1)?.headers['content-type']).toBeUndefined();
  });

  it('answers a HEAD as the GET, without its body', async () => {
    service.answer((_request, response) => response.end('{"seen":"all"}'));
    const answer = await fetch(`${links()}/x`, { method: 'HEAD', headers: bearer() });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '14']);
    expect(service.seen.at(-1)?.method).toBe('GET');
  });

  it('answers 404 for an unknown route, and for a wrong method 405 and the right ones', async () => {
    const unknown = await fetch(`${gateway.publicUrl}/nothing`, { headers: bearer() });
    const method = await fetch(links(), { method: 'PUT', headers: bearer() });
    expect([unknown.status, method.status]).toEqual([404, 405]);
    expect(method.headers.get('allow')).toBe('OPTIONS, POST');
    expect((await errorOf(unknown))['error_code']).toBe('ROUTE_NOT_FOUND');
  });

  it('keeps internal routes off the public port, and operations off the internal one', async () => {
    const leaked = await fetch(`${gateway.publicUrl}/internal/jwks`);
    const operation = await post(`${gateway.internalUrl}/payment_links`, '{}', bearer());
    expect([leaked.status, operation.status]).toEqual([404, 404]);
    expect((await fetch(`${gateway.internalUrl}/internal/jwks`)).status).toBe(200);
  });
});

describe('a service that is away', () => {
  it('answers 503 with the envelope, at once after a few failures, and recovers', async () => {
    const service = await startStandIn();
    const gateway = await startGateway({ PAYMENT_LINK_URL: service.url });
    let back: StandIn | undefined;
    try {
      const { app, clientSecret } = await gateway.createApp();
      const token = await gateway.token(app, clientSecret);
      const ask = () =>
        post(`${gateway.publicUrl}/payment_links`, '{}', { authorization: `Bearer ${token}` });
      expect((await ask()).status).toBe(200);
      await service.stop();
      for (let i = 0; i < 7; i += 1) {
        const answer = await ask();
        const { error } = (await answer.json()) as { error: Record<string, string> };
        expect([answer.status, error['error_code']]).toEqual([503, 'SERVICE_UNAVAILABLE']);
        expect(JSON.stringify(error)).not.toContain('ECONNREFUSED');
      }
      back = await startStandIn({ port: Number(new URL(service.url).port) });
      await eventually(async () => (await ask()).status === 200);
    } finally {
      await gateway.stop();
      await back?.stop();
    }
  });
});

describe('the rate limit', () => {
  it('counts per app and answers 429 with the headers', async () => {
    const service = await startStandIn();
    const gateway = await startGateway({
      PAYMENT_LINK_URL: service.url,
      RATE_LIMIT_PER_SECOND: '5',
      PUBLIC_RATE_LIMIT_PER_SECOND: '10',
      TRUSTED_PROXIES: '127.0.0.0/8',
    });
    try {
      const [noisy, quiet] = [await gateway.createApp(), await gateway.createApp()];
      const tokens = [
        await gateway.token(noisy.app, noisy.clientSecret),
        await gateway.token(quiet.app, quiet.clientSecret),
      ];
      const ask = (token = '') =>
        post(`${gateway.publicUrl}/payment_links`, '{}', { authorization: `Bearer ${token}` });
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(tokens[0])));
      const limited = answers.filter(({ status }) => status === 429);
      expect(limited.length).toBeGreaterThan(0);
      expect(limited[0]?.headers.get('retry-after')).toBe('1');
      expect(limited[0]?.headers.get('ratelimit')).toContain('r=0');
      expect((await ask(tokens[1])).status).toBe(200);

      const open = (address: string) =>
        post(`${gateway.publicUrl}/payment_links/hosted/session`, '{}', {
          'x-forwarded-for': address,
        });
      const opened = await Promise.all(
        Array.from({ length: 40 }, (_, i) => open(`2001:db8:1:2::${i}`)),
      );
      const refused = opened.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0]?.headers.get('ratelimit-policy')).toBe('"address";q=10;w=1');
      expect((await open('2001:db8:1:3::1')).status).toBe(200);
    } finally {
      await gateway.stop();
      await service.stop();
    }
  });
});

function postChunked(
  url: string,
  headers: Readonly<Record<string, string>>,
  bytes: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    });
    request.once('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.resume();
      request.destroy();
    });
    request.once('error', reject);
    request.write('x'.repeat(bytes));
    request.end();
  });
}
