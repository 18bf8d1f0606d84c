import { aView } from '../flow/fakes.js';
import type { ApiFailure } from '../../../shared/api/api-answer.js';
import { HostedApi } from './hosted-api.js';
import { parseView } from './parse-view.js';

const answering = (respond: () => Response | Promise<Response>) =>
  new HostedApi(() => Promise.resolve(respond()));

describe('HostedApi', () => {
  it('sends the session as a bearer token and nothing else about the payer', async () => {
    const seen: Request[] = [];
    const api = new HostedApi((input, init) => {
      seen.push(new Request(new URL(String(input), 'https://pages.example'), init));
      return Promise.resolve(Response.json(aView()));
    });
    expect(await api.view('access-1')).toEqual({ ok: true, value: aView() });
    expect(seen[0]?.url).toBe('https://pages.example/payment_links/hosted/view');
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer access-1');
    expect(seen[0]?.credentials).toBe('omit');
  });

  const failures: readonly (readonly [number, string, Record<string, string>, ApiFailure])[] = [
    [401, '{}', {}, { kind: 'unauthorized' }],
    [
      400,
      '{"error":{"error_code":"INVALID_PAYMENT_LINK_STATUS"}}',
      {},
      { kind: 'refused', errorCode: 'INVALID_PAYMENT_LINK_STATUS' },
    ],
    [404, 'not json', {}, { kind: 'refused', errorCode: 'UNKNOWN' }],
    [429, '{}', { 'retry-after': '7' }, { kind: 'rate_limited', retryAfterMs: 7_000 }],
    [429, '{}', {}, { kind: 'rate_limited', retryAfterMs: 60_000 }],
    [429, '{}', { 'retry-after': 'soon' }, { kind: 'rate_limited', retryAfterMs: 60_000 }],
    [503, '<html>', {}, { kind: 'server' }],
    [200, 'not json', {}, { kind: 'server' }],
    [200, '{"status":"NEW"}', {}, { kind: 'server' }],
  ];

  it.each(failures)(
    'reads the answer %d %s with the headers %j as the right failure',
    async (...row) => {
      const [status, body, headers, failure] = row;
      const api = answering(() => new Response(body, { status, headers }));
      expect(await api.view('access-1')).toEqual({ ok: false, failure });
    },
  );

  it.each([new TypeError('Failed to fetch'), new DOMException('too late', 'TimeoutError')])(
    'reports %p as offline',
    async (error) => {
      const api = answering(() => Promise.reject(error));
      expect(await api.view('access-1')).toEqual({ ok: false, failure: { kind: 'offline' } });
    },
  );

  it('throws an error that is not a failed connection', async () => {
    const api = answering(() => Promise.reject(new RangeError('a fault')));
    await expect(api.view('access-1')).rejects.toThrow('a fault');
  });
});

describe('parseView', () => {
  it('accepts a payment and a set-up', () => {
    expect(parseView(aView())).toEqual(aView());
    const setup = aView({ mode: 'SETUP', amount: undefined });
    expect(parseView(setup)).toEqual(setup);
  });

  it.each([
    ['a text', 'CREATED'],
    ['an unknown status', { ...aView(), status: 'SHIPPED' }],
    ['an unknown session status', { ...aView(), session_status: 'MAYBE' }],
    ['a view without money_moved', { ...aView(), money_moved: undefined }],
    ['an unknown currency', { ...aView(), currency: 'ZZZ' }],
    ['a payment without an amount', { ...aView(), amount: null }],
    ['a fraction of a minor unit', { ...aView(), amount: 10.5 }],
    ['a view without a merchant', { ...aView(), merchant: {} }],
  ])('refuses %s', (_case, body) => {
    expect(parseView(body)).toBeNull();
  });
});
