import { DomainError } from '@towpath/kernel';
import { requestContext } from '@towpath/observability';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { InternalClient, PeerUnavailable, type InternalCall } from '../index.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`;

let server: Server;
let client: InternalClient;
let seen: IncomingMessage[];
let answer: Answer;
let minted: number;
let forgotten: number;
let noToken: Error | undefined;

beforeEach(async () => {
  seen = [];
  minted = 0;
  forgotten = 0;
  answer = json(200, { ok: true });
  server = createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = clientFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterEach(async () => {
  server.closeAllConnections();
  await client.close();
  server.close();
});

function clientFor(url: string): InternalClient {
  return new InternalClient({
    service: 'payment-link',
    urlOf: (target) => (target === 'mandate' ? url : undefined),
    tokens: () => ({
      tokenFor: () =>
        noToken ? Promise.reject(noToken) : Promise.resolve(`token-${(minted += 1)}`),
      forget: () => void (forgotten += 1),
    }),
  });
}

function json(status: number, body: object): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
}

function refusal(status: number, code: string): Answer {
  return json(status, {
    error: { error_code: code, details: 'The limit is 5.', type: 'API_ERROR' },
  });
}

function silence(): void {
  // the peer accepts the request and never answers
}

function call(options: Partial<InternalCall> = {}): Promise<unknown> {
  return client.call('mandate', {
    method: 'POST',
    path: '/internal/x',
    body: { a: 1 },
    ...options,
  });
}

async function failureOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => new Error('it succeeded'),
    (error: unknown) => error,
  );
}

describe('InternalClient', () => {
  it('sends token, remaining time, request ID, trace and JSON', async () => {
    const context = { requestId: 'r1', traceparent, deadlineAt: Date.now() + 3_000 };
    const result = await requestContext.run(context, () =>
      call({ query: { id: 'a b', none: undefined } }),
    );
    expect(result).toEqual({ ok: true });
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/internal/x?id=a+b' });
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      'content-type': 'application/json',
      'x-request-id': 'r1',
      traceparent,
    });
    const budget = Number(seen[0]?.headers['x-request-deadline-ms']);
    expect(budget).toBeGreaterThan(2_000);
    expect(budget).toBeLessThanOrEqual(3_000);
  });

  it('sends no token to routes that authenticate by themselves', async () => {
    await call({ anonymous: true });
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
  });

  it('passes a refusal of the target on as the same refusal', async () => {
    answer = refusal(400, 'TRANSACTION_LIMIT_EXCEEDED');
    const failure = await failureOf(call());
    expect(failure).toBeInstanceOf(DomainError);
    expect(failure).toMatchObject({
      code: 'TRANSACTION_LIMIT_EXCEEDED',
      explanation: 'The limit is 5.',
    });
    expect(seen).toHaveLength(1);
  });

  it.each([
    [400, 'INVALID_REQUEST'],
    [403, 'INSUFFICIENT_SCOPE'],
    [404, 'ROUTE_NOT_FOUND'],
  ])('treats %i %s as a fault of this service, not of its caller', async (status, code) => {
    answer = refusal(status, code);
    const failure = await failureOf(call());
    expect(failure).not.toBeInstanceOf(DomainError);
    expect(String(failure)).toContain(`HTTP ${status}`);
  });

  it('passes on that the input of the caller is invalid, where the target validates it', async () => {
    answer = refusal(400, 'INVALID_REQUEST');
    const failure = await failureOf(call({ judgesInput: true }));
    expect(failure).toBeInstanceOf(DomainError);
    expect(failure).toMatchObject({ code: 'INVALID_REQUEST', explanation: 'The limit is 5.' });
    answer = refusal(403, 'INSUFFICIENT_SCOPE');
    expect(await failureOf(call({ judgesInput: true }))).not.toBeInstanceOf(DomainError);
  });

  it('asks for a new token once when the target refuses the old one', async () => {
    answer = (request, response) =>
      request.headers.authorization === 'Bearer token-1'
        ? refusal(401, 'TOKEN_EXPIRED')(request, response)
        : json(200, { ok: true })(request, response);
    expect(await call()).toEqual({ ok: true });
    expect([seen.length, forgotten]).toEqual([2, 1]);
    answer = refusal(401, 'UNAUTHORIZED');
    expect(await failureOf(call())).toBeInstanceOf(Error);
    expect(seen).toHaveLength(4);
  });

  it.each<[string, Partial<InternalCall>, number]>([
    ['repeats a GET', { method: 'GET', body: undefined }, 3],
    ['repeats a POST that says it may be', { idempotent: true }, 3],
    ['never repeats another POST', {}, 1],
    ['never repeats a GET that says it may not be', { method: 'GET', idempotent: false }, 1],
  ])('%s after a failure', async (_case, options, expected) => {
    answer = json(500, {});
    const failure = await failureOf(call(options));
    expect(failure).toMatchObject({ name: 'PeerUnavailable', outcome: 'UNKNOWN' });
    expect(seen).toHaveLength(expected);
  });

  it('succeeds when a repeated call succeeds', async () => {
    answer = (request, response) =>
      seen.length < 3 ? request.socket.destroy() : json(200, { ok: true })(request, response);
    expect(await call({ idempotent: true })).toEqual({ ok: true });
  });

  it('gives up at its deadline with an unknown outcome', async () => {
    answer = silence;
    const failure = await failureOf(call({ deadlineMs: 40 }));
    expect(failure).toBeInstanceOf(PeerUnavailable);
    expect(failure).toMatchObject({ outcome: 'UNKNOWN' });
  });

  it('sends nothing when the time of the request is over', async () => {
    const context = { requestId: 'r', deadlineAt: Date.now() - 1 };
    const failure = await failureOf(requestContext.run(context, () => call()));
    expect(failure).toMatchObject({ outcome: 'NOT_SENT' });
    expect(seen).toHaveLength(0);
  });

  it('reports that a closed port received nothing', async () => {
    const closed = clientFor('http://127.0.0.1:1');
    const failure = await failureOf(
      closed.call('mandate', { method: 'POST', path: '/internal/x', body: {} }),
    );
    expect(failure).toMatchObject({ name: 'PeerUnavailable', outcome: 'NOT_SENT' });
    await closed.close();
  });

  it('reports that an earlier try may have been received, whatever the last one says', async () => {
    answer = (request) => {
      server.close();
      request.socket.destroy();
    };
    const failure = await failureOf(call({ idempotent: true }));
    expect(failure).toMatchObject({ name: 'PeerUnavailable', outcome: 'UNKNOWN' });
    expect(failure).toMatchObject({ cause: { outcome: 'NOT_SENT' } });
    expect(seen).toHaveLength(1);
  });

  it('reports that nothing was sent without a token, and does not count that against the target', async () => {
    noToken = new PeerUnavailable('gateway', 'UNKNOWN', { reason: 'down' });
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect(await failureOf(call({ deadlineMs: 20 }))).toMatchObject({
        service: 'mandate',
        outcome: 'NOT_SENT',
      });
    }
    noToken = undefined;
    expect(await call()).toEqual({ ok: true });
  });

  it('stops calling a target that fails again and again', async () => {
    answer = json(503, {});
    for (let attempt = 0; attempt < 5; attempt += 1) await failureOf(call());
    expect(seen).toHaveLength(5);
    const failure = await failureOf(call());
    expect(failure).toMatchObject({ outcome: 'NOT_SENT', isWithheld: true });
    expect(seen).toHaveLength(5);
  });

  it('does not count a time-out against the target when its own caller set the limit', async () => {
    answer = silence;
    const context = { requestId: 'r', deadlineAt: 0 };
    for (let attempt = 0; attempt < 8; attempt += 1) {
      context.deadlineAt = Date.now() + 6;
      await failureOf(requestContext.run(context, () => call({ deadlineMs: 1_000 })));
    }
    answer = json(200, { ok: true });
    expect(await call()).toEqual({ ok: true });
  });

  it('counts a failure of a target that is silent for the whole time of the call', async () => {
    answer = silence;
    for (let attempt = 0; attempt < 5; attempt += 1) await failureOf(call({ deadlineMs: 40 }));
    expect(await failureOf(call())).toMatchObject({ outcome: 'NOT_SENT' });
  });

  it('does not count refusals as failures of the target', async () => {
    answer = refusal(400, 'MANDATE_NOT_FOUND');
    for (let attempt = 0; attempt < 8; attempt += 1) await failureOf(call());
    expect(seen).toHaveLength(8);
  });

  it('refuses a call along an edge that is not allowed', async () => {
    const attempt = client.call('dispute', { method: 'GET', path: '/internal/x' });
    await expect(attempt).rejects.toThrow('payment-link may not call dispute');
  });

  it('returns undefined for an empty answer', async () => {
    answer = (_request, response) => response.writeHead(200).end();
    expect(await call()).toBeUndefined();
  });
});
