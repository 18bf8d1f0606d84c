import type { EventId } from '@towpath/kernel';
import { Dispatch, type TestApp } from './dispatch.fixture.js';
import { createEndpoint } from './webhook-api.fixture.js';

const URL = 'http://127.0.0.1:9/hook';

let dispatch: Dispatch;
let app: TestApp;
let endpointPath: string;
let event: EventId;

beforeAll(async () => {
  dispatch = await Dispatch.start();
  app = await dispatch.createApp();
  const { webhook_endpoint_id } = await createEndpoint(app, { url: URL, enabled: false });
  endpointPath = `/webhook_endpoints/${webhook_endpoint_id}`;
  event = await dispatch.tell(app.id, 'payment_link.paid');
});
afterAll(() => dispatch?.stop());

const repeat = (text: string, times: number) => text.repeat(times);
const entries = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'v']));

/** Members of create and update that are refused, with the field that the answer names. */
const members: [string, object, string][] = [
  ['a URL of another type', { url: 7 }, 'url'],
  ['a URL that is none', { url: 'shop' }, 'url'],
  ['a blank URL', { url: ' ' }, 'url'],
  ['a relative URL', { url: '/hook' }, 'url'],
  ['a URL that is too long', { url: `${URL}/${repeat('a', 2_048)}` }, 'url'],
  ['a URL with a control character', { url: `${URL}\u0000` }, 'url'],
  ['types that are no list', { event_types: 'PAYMENT_*' }, 'event_types'],
  ['no types', { event_types: [] }, 'event_types'],
  ['an unknown type', { event_types: ['PAYMENT_LOST'] }, 'event_types'],
  ['a prefix of nothing', { event_types: ['LOST_*'] }, 'event_types'],
  ['a pattern in the middle', { event_types: ['*_PAID'] }, 'event_types'],
  ['too many types', { event_types: Array.from({ length: 201 }, () => '*') }, 'event_types'],
  ['a description that is too long', { description: repeat('a', 501) }, 'description'],
  ['a description with NUL', { description: 'a\u0000b' }, 'description'],
  ['half a character', { description: 'a\ud800b' }, 'description'],
  ['a number as description', { description: 1 }, 'description'],
  ['a text for enabled', { enabled: 'true' }, 'enabled'],
  ['headers that are a list', { headers: ['a'] }, 'headers'],
  ['a header that is no text', { headers: { 'X-A': 1 } }, 'headers'],
  ['a header with a line break', { headers: { 'X-A': 'a\r\nX-B: c' } }, 'headers'],
  ['a header name with a space', { headers: { 'X A': 'a' } }, 'headers'],
  ['too many headers', { headers: entries(200) }, 'headers'],
  ['the header Host', { headers: { host: 'a' } }, 'headers'],
  ['a content header', { headers: { 'Content-Length': '1' } }, 'headers'],
  ['a header of ours', { headers: { 'Webhook-Id': 'a' } }, 'headers'],
  ['our signature', { headers: { 'service-signature': 'a' } }, 'headers'],
  ['transfer-encoding', { headers: { 'Transfer-Encoding': 'chunked' } }, 'headers'],
  ['a rate of 0', { rate_limit_per_second: 0 }, 'rate_limit_per_second'],
  ['a rate above the most', { rate_limit_per_second: 10_001 }, 'rate_limit_per_second'],
  ['half a rate', { rate_limit_per_second: 1.5 }, 'rate_limit_per_second'],
  ['a rate as text', { rate_limit_per_second: '5' }, 'rate_limit_per_second'],
  ['no signature kinds', { signature_kinds: [] }, 'signature_kinds'],
  ['an unknown signature kind', { signature_kinds: ['v2'] }, 'signature_kinds'],
];

describe.each(members)('%s', (_what, change, field) => {
  it('is refused by create and update, and named', async () => {
    const created = await app.call('POST', '/webhook_endpoints', { url: URL, ...change });
    const updated = await app.call('PATCH', endpointPath, change);
    for (const answer of [created, updated]) {
      expect([answer.status, answer.error?.error_code]).toEqual([400, 'INVALID_REQUEST']);
      expect(answer.error?.details).toMatch(new RegExp(`^${field}\\b`));
    }
  });
});

describe('limits', () => {
  it.each([
    ['the longest description', { description: repeat('é', 500) }],
    ['the highest rate', { rate_limit_per_second: 10_000 }],
    ['the lowest rate', { rate_limit_per_second: 1 }],
    ['null where nothing need be', { description: null, headers: null }],
    ['members that nobody knows', { colour: 'green' }],
  ])('%s are accepted', async (_what, change) => {
    expect((await app.call('PATCH', endpointPath, change)).status).toBe(200);
  });
});

describe.each([
  ['POST', () => '/webhook_endpoints'],
  ['PATCH', () => endpointPath],
  ['POST', () => `${endpointPath}/test`],
  ['POST', () => `/webhook_events/${event}/resend`],
])('%s %s', (method, path) => {
  const send = async (body: string, contentType = 'application/json') => {
    const token = await dispatch.token(app.id);
    const headers = { 'content-type': contentType };
    return dispatch.call({ method, path: path(), token, body, headers });
  };

  it.each([
    ['broken JSON', '{"url":'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['a number', '7'],
    ['a member twice over', '{"__proto__":{"a":1},"url":5}'],
    ['bytes that are no text', '\ufffe{'],
  ])('refuses %s', async (_what, body) => {
    const answer = await send(body);
    expect(answer.status).toBeLessThan(500);
    if (answer.status !== 200) expect(answer.error?.error_code).toBe('INVALID_REQUEST');
  });

  it('refuses another content type and a huge body', async () => {
    expect((await send('url=a', 'text/plain')).error?.error_code).toBe('UNSUPPORTED_MEDIA_TYPE');
    const huge = await send(JSON.stringify({ description: repeat('a', 1_100_000) }));
    expect([huge.status, huge.error?.error_code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

describe('other input', () => {
  it.each([
    [
      'a test of an unknown type',
      () => [`${endpointPath}/test`, { event_type: 'LOST' }],
      'event_type',
    ],
    ['a test with a list', () => [`${endpointPath}/test`, { event_type: ['*'] }], 'event_type'],
    [
      'a resend to a number',
      () => [`/webhook_events/${event}/resend`, { webhook_endpoint_id: 7 }],
      'webhook_endpoint_id',
    ],
  ] as [string, () => [string, object], string][])(
    '%s is refused',
    async (_what, request, field) => {
      const answer = await app.call('POST', ...request());
      expect([answer.status, answer.error?.error_code]).toEqual([400, 'INVALID_REQUEST']);
      expect(answer.error?.details).toMatch(new RegExp(`^${field}\\b`));
    },
  );

  it.each([
    ['webhook_endpoints?limit=0', 'limit'],
    ['webhook_endpoints?limit=1001', 'limit'],
    ['webhook_endpoints?limit=ten', 'limit'],
    ['webhook_endpoints?offset=-1', 'offset'],
    ['webhook_endpoints?after=x', 'after'],
    ['webhook_endpoints?statuses=FAILED', 'statuses'],
    ['webhook_events?limit=0', 'limit'],
    ['webhook_events?limit=1001', 'limit'],
    ['webhook_events?limit=1&limit=2', 'limit'],
    ['webhook_events?after=x', 'after'],
    [`webhook_events?after=${'a'.repeat(201)}`, 'after'],
    ['webhook_events?event_types=LOST', 'event_types'],
    ['webhook_events?event_types=PAYMENT_*', 'event_types'],
    ['webhook_events?statuses=SENT', 'statuses'],
    ['webhook_events?created_from=yesterday', 'created_from'],
    ['webhook_events?created_to=2026-13-01T00:00:00Z', 'created_to'],
    ['webhook_events?resource=x&resource_ids=x', 'resource_ids'],
    ['webhook_events?date_from=2026-03-01', 'date_from'],
    [
      'webhook_events?created_from=2026-03-02T00:00:00Z&created_to=2026-03-01T23:00:00-00:30',
      'created_to',
    ],
    ['webhook_events?resource_id=a%00b', 'resource_id'],
    [`webhook_events?webhook_endpoint_id=${'a'.repeat(101)}`, 'webhook_endpoint_id'],
  ])('GET /%s is refused', async (path, field) => {
    const answer = await app.call('GET', `/${path}`);
    expect([answer.status, answer.error?.error_code]).toEqual([400, 'INVALID_REQUEST']);
    expect(answer.error?.details).toMatch(new RegExp(`^${field}\\b`));
  });
});

describe('tokens', () => {
  const requests = () =>
    [
      ['POST', '/webhook_endpoints', 'webhook:write'],
      ['GET', '/webhook_endpoints', 'webhook:read'],
      ['GET', endpointPath, 'webhook:read'],
      ['PATCH', endpointPath, 'webhook:write'],
      ['DELETE', endpointPath, 'webhook:write'],
      ['POST', `${endpointPath}/rotate_secret`, 'webhook:write'],
      ['POST', `${endpointPath}/test`, 'webhook:write'],
      ['GET', '/webhook_events', 'webhook:read'],
      ['GET', `/webhook_events/${event}`, 'webhook:read'],
      ['GET', `/webhook_events/${event}/attempts`, 'webhook:read'],
      ['POST', `/webhook_events/${event}/resend`, 'webhook:write'],
      ['GET', '/webhook_event_types', 'webhook:read'],
    ] as const;

  it('must be there, of a customer, and carry the scope', async () => {
    for (const [method, path, scope] of requests()) {
      const other = scope === 'webhook:read' ? 'webhook:write' : 'webhook:read';
      const call = (token?: string) => dispatch.call({ method, path, ...(token ? { token } : {}) });
      expect([path, (await call()).status]).toEqual([path, 401]);
      expect([path, (await call('x')).status]).toEqual([path, 401]);
      const wrongScope = await call(await dispatch.token(app.id, { scopes: [other] }));
      expect([path, wrongScope.error?.error_code]).toEqual([path, 'INSUFFICIENT_SCOPE']);
      const wrongKind = await call(await dispatch.token(app.id, { token_use: 'payment_link' }));
      expect([path, wrongKind.error?.error_code]).toEqual([path, 'INSUFFICIENT_SCOPE']);
    }
  });
});
