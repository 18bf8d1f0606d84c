import { Metrics } from '@towpath/observability';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { startSampleApp, type SampleApp } from '../fixtures/sample-app.fixture.js';

let sample: SampleApp;
let token: string;

beforeAll(async () => {
  sample = await startSampleApp();
  token = await sample.gateway.sign({
    scopes: ['paymentlink:create', 'paymentlink:get', 'payment:list', 'loginIdentity:token'],
  });
});
afterAll(() => sample.close());

interface Answer {
  readonly status: number;
  readonly body: { readonly error?: { error_code: string; details: string } };
}

async function send(path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, ...(init.headers as object) };
  const response = await fetch(sample.publicUrl + path, { ...init, headers });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

function postRaw(body: string | Uint8Array<ArrayBuffer>, contentType = 'application/json') {
  return send('/payment_links', {
    method: 'POST',
    body,
    headers: { 'content-type': contentType },
  });
}

async function ignoredParameters(): Promise<string[]> {
  const text = await sample.app.get(Metrics).text();
  return text.split('\n').filter((line) => line.startsWith('http_ignored_query_parameters_total'));
}

function refusal(code: string, details: string | RegExp) {
  const expected: unknown = typeof details === 'string' ? details : expect.stringMatching(details);
  return expect.objectContaining({ error_code: code, details: expected }) as unknown;
}

const deep = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`;
const deepArray = '['.repeat(200_000) + ']'.repeat(200_000);

describe('a JSON body', () => {
  it.each<[string, string, RegExp | string]>([
    ['is empty', '', 'name is required'],
    ['is null', 'null', 'body must be a JSON object'],
    ['is an array', '[{"name":"x"}]', 'body must be a JSON object'],
    ['is a text', '"x"', 'body must be a JSON object'],
    ['is a number', '1', 'body must be a JSON object'],
    ['is broken', '{"name":', 'body must be valid JSON'],
    ['has a trailing comma', '{"name":"x",}', 'body must be valid JSON'],
    ['lacks a member', '{}', 'name is required'],
    ['has null for a required member', '{"name":null}', 'name is required'],
    ['has a number for a text', '{"name":1}', /^name must be a string/],
    ['has an object for a text', '{"name":{"a":1}}', /^name must be a string/],
    ['has an array for a text', '{"name":["x"]}', /^name must be a string/],
    ['has a text that is too long', `{"name":"${'x'.repeat(51)}"}`, /^name must be a string of 1/],
    ['has an empty text', '{"name":""}', /^name must be a string of 1/],
    ['has a blank name', '{"name":"x","nickname":" \\u3000\\u200b"}', 'nickname must not be blank'],
    ['has an empty text for a number', '{"name":"x","amount":""}', /^amount must be an integer/],
    ['has a text for a number', '{"name":"x","amount":"1"}', /^amount must be an integer/],
    ['has a fraction', '{"name":"x","amount":1.5}', /^amount must be an integer/],
    ['has a number below the range', '{"name":"x","amount":0}', /^amount must be an integer/],
    ['has a huge number', '{"name":"x","amount":1e300}', /^amount must be a number that fits/],
    ['has an infinite number', '{"name":"x","amount":1e999}', /^amount must be a number that fits/],
    ['has a huge number anywhere', '{"name":"x","u":[9007199254740993]}', /^u\.0 must be a number/],
    ['has a text for an object', '{"name":"x","address":"y"}', /^address must be an object/],
    ['has an array for an object', '{"name":"x","address":[]}', /^address must be an object/],
    ['has a bad nested member', '{"name":"x","address":{"city":1}}', /^address\.city must be/],
    ['lacks a nested member', '{"name":"x","address":{}}', 'address.city is required'],
    ['has an object for a list', '{"name":"x","stops":{}}', /^stops must be an array/],
    [
      'has too long a list',
      `{"name":"x","stops":[${'{"city":"a"},'.repeat(3)}{"city":"a"}]}`,
      /^stops/,
    ],
    ['has a text in a list of objects', '{"name":"x","stops":["a"]}', /^stops must be an array/],
    ['has a bad element', '{"name":"x","stops":[{"city":"a"},{}]}', 'stops.1.city is required'],
    ['has a bad map', '{"name":"x","metadata":{"a":1}}', /^metadata must be an object/],
    ['has a long map value', `{"name":"x","metadata":{"a":"${'v'.repeat(1001)}"}}`, /^metadata/],
    ['has NUL in a text', '{"name":"a\\u0000b"}', 'name must not contain the character NUL'],
    ['has NUL in a name', '{"name":"x","a\\u0000":1}', /^body member name must not contain/],
    ['has a lone surrogate', '{"name":"a\\ud800"}', 'name must not contain unpaired surrogates'],
    ['has __proto__', '{"name":"x","__proto__":{"admin":true}}', '__proto__ is not allowed'],
    ['has an escaped __proto__', '{"name":"x","\\u005f_proto__":{}}', '__proto__ is not allowed'],
    ['has a nested __proto__', '{"name":"x","a":{"__proto__":1}}', 'a.__proto__ is not allowed'],
    ['has a member twice', '{"name":"x","amount":1,"amount":2}', 'amount must be given once'],
    ['has an equal member twice', '{"name":"x","name":"x"}', 'name must be given once'],
    ['has an unknown member twice', '{"name":"x","u":1,"u":null}', 'u must be given once'],
    ['has an escaped name twice', '{"name":"x","\\u006eame":"y"}', 'name must be given once'],
    [
      'has a nested member twice',
      '{"name":"x","a:\\"}":"\\\\","stops":[{"city":"a"},{"city":"b","city":"c"}]}',
      'stops.1.city must be given once',
    ],
    [
      'has a list of lists with a member twice',
      '{"name":"x","u":[[1,"a,b"],[{},[{"v":{"w":1},"w":2,"v":3}]]]}',
      'u.1.1.0.v must be given once',
    ],
    ['has __proto__ twice', '{"name":"x","__proto__":1,"__proto__":2}', '__proto__ is not allowed'],
    [
      'has a constructor twice',
      '{"constructor":{},"constructor":1}',
      'constructor must be given once',
    ],
    ['is nested too deeply', `{"name":"x","u":${deep}}`, /must not be nested deeper than 32$/],
    ['is an abyss', deepArray, /must not be nested deeper than 32$/],
  ])('which %s answers INVALID_REQUEST naming the place', async (_case, body, details) => {
    const answer = await postRaw(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toEqual(refusal('INVALID_REQUEST', details));
  });

  it('is refused when it is not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const answer = await postRaw(new Uint8Array(bytes));
    expect(answer.body.error).toEqual(refusal('INVALID_REQUEST', 'body must be encoded as UTF-8'));
  });

  it.each<[string, string]>([
    ['unknown members', '{"name":"x","other":1,"address":{"city":"a","zip":"1"}}'],
    ['members called like methods', '{"name":"x","constructor":1,"toString":{"constructor":"y"}}'],
    [
      'null for optional members',
      '{"name":"x","amount":null,"address":null,"metadata":{"a":null}}',
    ],
    [
      'colons and quotes in texts',
      '{"name":"a:b\\":\\\\","anything":{":":"{\\"x\\":1,\\"x\\":2}"}}',
    ],
    ['equal names in different objects', '{"name":"x","a":{"name":1},"b":[{"c":1},{"c":1}]}'],
    ['a byte order mark', '\uFEFF{"name":"x"}'],
    ['foreign JSON with a constructor', '{"name":"x","anything":{"constructor":{"a":1}}}'],
  ])('with %s is accepted', async (_case, body) => {
    expect((await postRaw(body)).status).toBe(200);
  });

  it('reaches the handler with known members only', async () => {
    const body = {
      name: 'x',
      other: 1,
      nickname: '',
      priority: null,
      address: { city: 'a', zip: '1' },
      metadata: { a: 'b', constructor: 'c', gone: null },
      anything: { hasOwnProperty: 1 },
    };
    const answer = await postRaw(JSON.stringify(body));
    expect(answer.body).toMatchObject({
      body: {
        name: 'x',
        priority: null,
        address: { city: 'a' },
        metadata: { a: 'b', constructor: 'c' },
        anything: { hasOwnProperty: 1 },
      },
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/zip|gone|other|nickname/);
  });

  it('answers 413 when it is larger than 1 MiB', async () => {
    const answer = await postRaw(JSON.stringify({ name: 'x', pad: 'p'.repeat(1024 * 1024) }));
    expect(answer.status).toBe(413);
    expect(answer.body.error).toEqual(refusal('PAYLOAD_TOO_LARGE', /./));
  });

  it('is accepted above 1 MiB where the route says so', async () => {
    const body = JSON.stringify({ pad: 'p'.repeat(1024 * 1024) });
    const headers = { 'content-type': 'application/json' };
    expect((await send('/sample/large', { method: 'POST', body, headers })).status).toBe(200);
  });

  it.each([
    ['text/plain'],
    ['application/xml'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['nonsense'],
  ])('sent as %s answers 415', async (contentType) => {
    const answer = await postRaw('{"name":"x"}', contentType);
    expect(answer.status).toBe(415);
    expect(answer.body.error).toEqual(refusal('UNSUPPORTED_MEDIA_TYPE', /./));
  });

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/json'],
    ['nonsense'],
  ])('counts as no body when it is empty, also as %s', async (contentType) => {
    const headers = { 'content-type': contentType };
    const optional = await send('/sample/large', { method: 'POST', headers });
    expect([optional.status, optional.body]).toEqual([200, { large: true }]);
    const required = await send('/payment_links', { method: 'POST', headers });
    expect(required.status).toBe(400);
    expect(required.body.error).toEqual(refusal('INVALID_REQUEST', 'name is required'));
    const form = await send('/auth/token', { method: 'POST', headers });
    expect(form.body.error).toEqual(refusal('INVALID_REQUEST', 'grant_type is required'));
  });

  it('counts as no body when it is empty and comes in chunks', async () => {
    const body = new Blob([]).stream();
    const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' };
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
    expect((await send('/sample/large', init)).status).toBe(200);
  });

  it.each([
    ['gzip', 415],
    ['br', 415],
    ['identity', 200],
  ])('with content-encoding %s answers %i', async (encoding, status) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const body = '{"name":"x"}';
    const answer = await send('/payment_links', { method: 'POST', body, headers });
    expect(answer.status).toBe(status);
    if (status === 415) {
      const details = 'content-encoding must be identity';
      expect(answer.body.error).toEqual(refusal('UNSUPPORTED_MEDIA_TYPE', details));
    }
  });
});

describe('a form body', () => {
  const post = (body: string, contentType = 'application/x-www-form-urlencoded') =>
    send('/auth/token', { method: 'POST', body, headers: { 'content-type': contentType } });

  it('is accepted where the operation says so', async () => {
    expect((await post('grant_type=authorization_code&x=1')).status).toBe(200);
  });

  it.each<[string, string, string | RegExp]>([
    ['repeats a field', 'grant_type=a&grant_type=b', 'grant_type must be given once'],
    ['repeats a field with no name', 'grant_type=a&=1&=2', 'a field without a name is not allowed'],
    ['lacks a field', 'x=1', 'grant_type is required'],
    ['has NUL', 'grant_type=%00', 'grant_type must not contain the character NUL'],
    ['has __proto__', 'grant_type=a&__proto__=b', '__proto__ is not allowed'],
  ])('which %s is refused', async (_case, body, details) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toEqual(refusal('INVALID_REQUEST', details));
  });

  it('is the only content type that its operation accepts', async () => {
    expect((await post('{"grant_type":"a"}', 'application/json')).status).toBe(415);
  });
});

describe('a query string', () => {
  it('is converted and gets its defaults', async () => {
    const answer = await send('/payments?limit=7&statuses=PAID,CREATED&other=1');
    expect(answer).toEqual({
      status: 200,
      body: { offset: 0, limit: 7, statuses: ['PAID', 'CREATED'] },
    });
  });

  it.each<[string, RegExp]>([
    ['limit=0', /^limit must be/],
    ['limit=1001', /^limit must be/],
    ['limit=x', /^limit must be/],
    ['limit=1&limit=2', /^limit must be/],
    ['limit[]=1', /^limit must be/],
    ['status=PAID', /^status is not a parameter of this list; statuses is$/],
    ['Statuses=PAID', /^Statuses is not a parameter/],
    ['statuses[PAID]=1', /^statuses\[PAID\] is not a parameter/],
    ['date_form=2026-01-01', /^date_form is not/],
    ['userId=x', /^userId is not a parameter of this list; user_id is$/],
    ['event_types=PAYMENT_EXECUTED', /^event_types is not a filter of this list$/],
    ['statuses=PAID&statuses[]=LOST', /^statuses must be/],
    ['offset=-1', /^offset must be/],
    ['offset=99999999999999999999', /^offset must be/],
    ['statuses=PAID,LOST', /^statuses must be/],
    ['after=%00', /^after must not contain/],
    ['a%00b=1', /^a parameter name must not/],
    ['statuses[constructor]=1&limit=x', /^statuses\[constructor\] is not/],
  ])('%s is refused by name', async (query, details) => {
    const answer = await send(`/payments?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toEqual(refusal('INVALID_REQUEST', details));
  });

  it.each([
    'statuses=PAID,CREATED',
    'statuses=PAID&statuses=CREATED',
    'statuses[]=PAID&statuses[]=CREATED',
    'statuses[0]=PAID&statuses[1]=CREATED',
    'statuses%5B%5D=PAID,CREATED&statuses=&statuses[]=',
  ])('%s names two statuses', async (query) => {
    const { body } = await send(`/payments?${query}`);
    expect(body).toMatchObject({ statuses: ['PAID', 'CREATED'] });
  });

  it.each(['statuses=', 'statuses[]=', 'limit=&offset=', 'after='])(
    '%s is no value, so the default holds',
    async (query) => {
      const answer = await send(`/payments?${query}`);
      expect(answer).toEqual({ status: 200, body: { offset: 0, limit: 500 } });
    },
  );

  it.each(['__proto__=1', 'constructor=1', '%zz=1', 'a=%', '_=17', 'sort=asc', 'utm_source=x'])(
    '%s is ignored and counted, without its name',
    async (query) => {
      const ignored = async () => (await ignoredParameters())[0] ?? '';
      const before = Number((await ignored()).split(' ')[1] ?? 0);
      expect((await send(`/payments?${query}`)).status).toBe(200);
      const line = `http_ignored_query_parameters_total{operation="listPayments",service="payment-link"}`;
      expect(await ignoredParameters()).toEqual([`${line} ${before + 1}`]);
    },
  );
});

describe('the path of a request', () => {
  it.each(['/payment_links/%00', '/payment_links/%zz', `/payment_links/${'x'.repeat(2000)}`])(
    '%s answers 400',
    async (path) => {
      const answer = await send(path);
      expect(answer.status).toBe(400);
      expect(answer.body.error).toEqual(refusal('INVALID_REQUEST', /./));
    },
  );

  it('a request that is not HTTP gets the error envelope', async () => {
    const { port } = new URL(sample.publicUrl);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end('NONSENSE\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('"error_code":"INVALID_REQUEST"');
  });
});
