import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { eventually } from '@towpath/testing';
import {
  each,
  InsufficientScopeError,
  PaymentNotFoundError,
  Towpath,
  TowpathError,
  type CreatePaymentRequest,
} from './index.js';
import { LIST_MEMBERS } from './pages.js';
import { KEYED_OPERATIONS } from './towpath.js';

interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}
type Call = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body: string };

/** The connection ends before the answer, or in its body. */
type Loss = 'hang up' | 'cut';

const TOKEN = 'POST /auth/customer/token';
const CHARGE: CreatePaymentRequest = {
  amount: 100,
  currency: 'HKD',
  payment_method_id: 'M',
  payment_details: { description: 'Order' },
};
const refusal = (error_code: string) => ({
  error: { error_code, type: 'API_ERROR', message: 'No.', details: 'Why.', request_id: 'r1' },
});

let server: Server;
let calls: Call[];
let tokens: number;
let expiresIn: number;
/** In place of a token. */
let refusedTokens: Answer[];
/** Called for each call that is none for a token. */
let answer: (call: Call, nth: number) => Answer | Loss;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const { method, url, headers } = request;
      const isToken = `${method} ${url}` === TOKEN;
      if (!isToken) calls.push({ method, url, headers, body });
      const granted = () => ({
        status: 200,
        body: { access_token: `t${++tokens}`, token_type: 'Bearer', expires_in: expiresIn },
      });
      const given: Answer | Loss = isToken
        ? (refusedTokens.shift() ?? granted())
        : answer({ method, url, headers, body }, calls.length);
      if (given === 'hang up') return void request.socket.destroy();
      if (given === 'cut') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        return void response.write('{', () => request.socket.destroy());
      }
      response.writeHead(given.status, { 'content-type': 'application/json', ...given.headers });
      response.end(JSON.stringify(given.body ?? {}));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  [calls, tokens, expiresIn] = [[], 0, 3600];
  refusedTokens = [];
  answer = () => ({ status: 200 });
});

const open = (more: object = {}) => {
  const { port } = server.address() as AddressInfo;
  const credentials = { clientId: 'c'.repeat(26), clientSecret: 's'.repeat(64) };
  return new Towpath({
    baseUrl: `http://127.0.0.1:${port}/`,
    firstWaitMs: 1,
    ...credentials,
    ...more,
  });
};
const path = { paymentId: 'P' };
const bearers = () => calls.map(({ headers }) => headers.authorization);
const keys = () => calls.map(({ headers }) => headers['idempotency-key']);

describe('the token of the app', () => {
  it('is fetched once for a hundred concurrent calls, and kept', async () => {
    const towpath = open();
    await Promise.all(Array.from({ length: 100 }, () => towpath.getPayment({ path })));
    await towpath.getPayment({ path });
    expect([tokens, calls.length, new Set(bearers())]).toEqual([1, 101, new Set(['Bearer t1'])]);
  });

  it('is replaced before it expires', async () => {
    expiresIn = 0;
    const towpath = open();
    await towpath.getPayment({ path });
    await towpath.getPayment({ path });
    expect(bearers()).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('is replaced once, for all calls, when it is refused', async () => {
    answer = ({ headers }) =>
      headers.authorization === 'Bearer t1'
        ? { status: 401, body: refusal('INVALID_TOKEN') }
        : { status: 200 };
    const towpath = open();
    await Promise.all(Array.from({ length: 20 }, () => towpath.getPayment({ path })));
    expect(tokens).toBe(2);
    answer = () => ({ status: 401, body: refusal('INVALID_TOKEN') });
    const before = calls.length;
    await expect(towpath.getPayment({ path })).rejects.toMatchObject({ status: 401 });
    expect([tokens, calls.length - before]).toEqual([3, 2]);
  });

  it('is asked for again after it could not be fetched', async () => {
    let isDown = true;
    const towpath = open({
      maxRepeats: 0,
      fetch: (input: Request) => (isDown ? Promise.reject(new TypeError('down')) : fetch(input)),
    });
    await expect(towpath.getPayment({ path })).rejects.toThrow('down');
    isDown = false;
    expect(await towpath.getPayment({ path })).toEqual({});
  });

  it('is asked for once if a renewal is refused, and again if nobody could answer', async () => {
    const revoked = { status: 401, body: refusal('UNAUTHORIZED') };
    const towpath = open();
    await towpath.getPayment({ path });
    answer = () => ({ status: 401, body: refusal('INVALID_TOKEN') });
    refusedTokens = Array.from({ length: 9 }, () => revoked);
    await expect(towpath.getPayment({ path })).rejects.toMatchObject({ errorCode: 'UNAUTHORIZED' });
    expect(refusedTokens).toHaveLength(8);
    answer = () => ({ status: 200 });
    refusedTokens = [{ status: 503 }, { status: 503 }];
    expect(await towpath.getPayment({ path })).toEqual({});
  });

  it('is not sent with the token of a login identity, which is never replaced', async () => {
    answer = () => ({ status: 401, body: refusal('INVALID_TOKEN') });
    await expect(open().withToken('mine').listAccounts()).rejects.toThrow(TowpathError);
    expect([bearers(), tokens]).toEqual([['Bearer mine'], 0]);
  });
});

describe('a repeat', () => {
  const failsTwice = (failure: Answer | Loss) => (_call: Call, nth: number) =>
    nth <= 2 ? failure : ({ status: 200 } as const);

  it.each<[string, Answer | Loss]>([
    ['no answer', 'hang up'],
    ['a part that does not answer', { status: 503 }],
    ['too many requests', { status: 429, headers: { 'retry-after': '0' } }],
  ])('of a read and of a charge follows %s, with one key', async (_what, failure) => {
    answer = failsTwice(failure);
    await open().getPayment({ path });
    expect([calls.length, new Set(keys())]).toEqual([3, new Set([undefined])]);
    calls = [];
    await open().createPayment({ body: CHARGE });
    expect([calls.length, new Set(keys()).size]).toEqual([3, 1]);
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
  });

  it('has a key of its own for each call, or the key that the caller gave', async () => {
    const towpath = open();
    await towpath.createPayment({ body: CHARGE });
    await towpath.createPayment({ body: CHARGE });
    const headers = { 'Idempotency-Key': 'order-7' };
    await towpath.createPayment({ body: CHARGE, headers });
    expect([new Set(keys()).size, keys()[2]]).toEqual([3, 'order-7']);
  });

  it('follows the answer that a try with the same key is at work', async () => {
    answer = failsTwice({ status: 409, body: refusal('IDEMPOTENCY_REQUEST_IN_PROGRESS') });
    await open().createPayment({ body: CHARGE });
    expect(calls).toHaveLength(3);
  });

  it('follows an answer that was cut in its body, with one key', async () => {
    answer = failsTwice('cut');
    await open().createPayment({ body: CHARGE });
    expect([calls.length, new Set(keys()).size]).toEqual([3, 1]);
  });

  it('can be made by the caller too, with the key that the error has', async () => {
    answer = () => 'cut';
    const lost = await open({ maxRepeats: 0 })
      .createPayment({ body: CHARGE })
      .catch((error: unknown) => error);
    expect(lost).toMatchObject({ idempotencyKey: keys()[0] });
    answer = () => ({ status: 503, body: refusal('SERVICE_UNAVAILABLE') });
    const refused = open({ maxRepeats: 0 }).createPayment({ body: CHARGE });
    await expect(refused).rejects.toBeInstanceOf(TowpathError);
    const last = await refused.catch((error: unknown) => error);
    expect(last).toMatchObject({ idempotencyKey: keys().at(-1) });
  });

  it('is not made of a write without a key, unless it was refused before it began', async () => {
    answer = failsTwice({ status: 503, body: refusal('SERVICE_UNAVAILABLE') });
    const cancel = () => open().cancelPaymentLink({ path: { paymentLinkId: 'L' } });
    await expect(cancel()).rejects.toThrow(TowpathError);
    expect(calls).toHaveLength(1);
    calls = [];
    answer = failsTwice({ status: 429 });
    await cancel();
    expect(calls).toHaveLength(3);
  });

  it('ends after three, and at once if it would have to wait for long', async () => {
    answer = () => ({ status: 503, body: refusal('SERVICE_UNAVAILABLE') });
    await expect(open().getPayment({ path })).rejects.toMatchObject({ status: 503 });
    expect(calls).toHaveLength(4);
    calls = [];
    answer = () => ({ status: 429, headers: { 'retry-after': '3600' } });
    await expect(open().getPayment({ path })).rejects.toMatchObject({ status: 429 });
    expect(calls).toHaveLength(1);
  });

  it('ends when the caller gives up', async () => {
    const given = new AbortController();
    answer = () => {
      given.abort(new Error('enough'));
      return 'hang up';
    };
    await expect(open().getPayment({ path, signal: given.signal })).rejects.toThrow('enough');
    expect(calls).toHaveLength(1);
  });

  it('has a key exactly where the document names one', () => {
    const file = readFileSync('docs/generated/openapi/openapi.json', 'utf8');
    type Methods = Record<string, { readonly parameters?: readonly { readonly name: string }[] }>;
    const { paths } = JSON.parse(file) as { readonly paths: Record<string, Methods> };
    const named = Object.entries(paths).flatMap(([route, methods]) =>
      Object.entries(methods)
        .filter(([, { parameters = [] }]) =>
          parameters.some(({ name }) => name === 'Idempotency-Key'),
        )
        .map(([method]) => `${method.toUpperCase()} ${route}`),
    );
    expect([...KEYED_OPERATIONS].toSorted()).toEqual(named.toSorted());
  });
});

describe('a given signal ends at once', () => {
  const enough = new Error('enough');

  it('the wait before a repeat', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const given = new AbortController();
    answer = () => ({ status: 429, headers: { 'retry-after': '60' } });
    const ended = open().getPayment({ path, signal: given.signal });
    await eventually(() => timers.mock.calls.some(([, ms]) => ms === 60_000));
    given.abort(enough);
    await expect(ended).rejects.toBe(enough);
    expect(calls).toHaveLength(1);
  });

  it.each([0, 1])('the wait for a token after %d, which others still get', async (before) => {
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const given = new AbortController();
    const hold = async (request: Request) => {
      if (tokens === before && request.url.endsWith('/token')) {
        asked.resolve();
        await held.promise;
      }
      return fetch(request);
    };
    const towpath = open({ fetch: hold });
    if (before > 0) await towpath.getPayment({ path });
    answer = ({ headers }) => ({
      status: headers.authorization === `Bearer t${before}` ? 401 : 200,
    });
    const ended = towpath.getPayment({ path, signal: given.signal });
    await asked.promise;
    const other = towpath.getPayment({ path });
    given.abort(enough);
    await expect(ended).rejects.toBe(enough);
    held.resolve();
    expect(await other).toEqual({});
    expect(tokens).toBe(before + 1);
  });
});

describe('a refusal', () => {
  it('is of the class of its error_code, with all that it says', async () => {
    answer = () => ({ status: 400, body: refusal('PAYMENT_NOT_FOUND') });
    const refused = open().getPayment({ path });
    await expect(refused).rejects.toThrow(PaymentNotFoundError);
    await expect(refused).rejects.not.toThrow(InsufficientScopeError);
    await expect(refused).rejects.toMatchObject({
      name: 'PaymentNotFoundError',
      status: 400,
      errorCode: 'PAYMENT_NOT_FOUND',
      details: 'Why.',
      requestId: 'r1',
      message: 'PAYMENT_NOT_FOUND: No. Why.',
    });
  });

  it.each([
    ['a code of a later version', { status: 400, body: refusal('TOO_NEW') }, 'TOO_NEW'],
    ['an answer of a proxy', { status: 404, body: {} }, 'UNKNOWN'],
  ])('with %s is a plain TowpathError', async (_what, given, errorCode) => {
    answer = () => given;
    await expect(open().getPayment({ path })).rejects.toMatchObject({
      name: 'TowpathError',
      errorCode,
    });
  });
});

describe('a list', () => {
  it('is read page by page, and no further than the reader goes', async () => {
    const pages: Readonly<Record<string, object>> = {
      '': {
        payments: [{ payment_id: 'a' }, { payment_id: 'b' }],
        total_payments: 4,
        next_cursor: 'n1',
      },
      n1: { payments: [{ payment_id: 'c' }], total_payments: 4, next_cursor: 'n2' },
      n2: { payments: [{ payment_id: 'd' }], total_payments: 4 },
    };
    answer = ({ url = '' }) => ({
      status: 200,
      body: pages[new URL(url, 'http://x').searchParams.get('after') ?? ''] ?? {},
    });
    const towpath = open();
    const all = () =>
      each((after) =>
        towpath.listPayments({ query: { statuses: ['EXECUTED', 'FAILED'], ...after } }),
      );
    const read: string[] = [];
    for await (const payment of all()) read.push(payment.payment_id);
    expect(read).toEqual(['a', 'b', 'c', 'd']);
    expect(calls[0]?.url).toBe('/payments?statuses=EXECUTED,FAILED');
    calls = [];
    for await (const payment of all()) if (payment.payment_id === 'b') break;
    expect(calls).toHaveLength(1);
  });

  it('is read by the member that it lists, wherever the answer puts its other members', async () => {
    answer = () => ({
      status: 200,
      body: { accounts: [{ account_id: 'A' }], transactions: [{ transaction_id: 'T' }] },
    });
    const read: string[] = [];
    const towpath = open().withToken('mine');
    const all = each((after) => towpath.listTransactionsByLoginIdentityId({ query: { ...after } }));
    for await (const entry of all) read.push(entry.transaction_id);
    expect(read).toEqual(['T']);
  });

  it('is known by its member, for each list of the document that has pages', () => {
    const file = readFileSync('docs/generated/openapi/openapi.json', 'utf8');
    type Schema = { readonly properties?: Readonly<Record<string, unknown>> };
    const { components } = JSON.parse(file) as {
      readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
    };
    const known = Object.values(components.schemas)
      .map(({ properties = {} }) => Object.keys(properties))
      .filter((names) => names.includes('next_cursor'))
      .map((names) => names.filter((name) => LIST_MEMBERS.some((member) => member === name)));
    expect(new Set(known.map(({ length }) => length))).toEqual(new Set([1]));
    expect([...new Set(known.flat())].toSorted()).toEqual([...LIST_MEMBERS]);
  });
});
