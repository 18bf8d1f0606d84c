import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConnectorClient } from './connector-client.js';

class NoAnswer extends Error {}

let server: Server;
let client: ConnectorClient;
let answer: { status: number; text: string } | null;
let received: { headers: IncomingMessage['headers']; body: string };

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received = { headers: request.headers, body };
      if (!answer) return;
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(answer.text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await client.close();
});

function clientOf(baseUrl: string): ConnectorClient {
  return new ConnectorClient({
    baseUrl,
    secret: 'secret',
    timeoutMs: 300,
    silence: ({ reason, cause }) => new NoAnswer(reason, { cause }),
  });
}

const call = { method: 'POST', path: '/gw3/collections', body: { amount: 1 } } as const;

it.each([401, 403, 408, 425, 429, 500, 503])(
  'HTTP %i says nothing about the outcome of a connector call',
  async (status) => {
    answer = { status, text: '{}' };
    await expect(client.send(call)).rejects.toEqual(new NoAnswer(`HTTP ${status}`));
  },
);

it.each([200, 400, 404, 422])('HTTP %i is the answer to a connector call', async (status) => {
  answer = { status, text: '{"is":"so"}' };
  expect(await client.send(call)).toEqual({ status, body: { is: 'so' } });
  expect(received.headers).toMatchObject({
    authorization: 'Bearer secret',
    'content-type': 'application/json',
  });
  expect(received.body).toBe('{"amount":1}');
});

it('a connector client takes an answer that is not JSON as no answer, unless the caller reads text', async () => {
  answer = { status: 200, text: '<html>' };
  await expect(client.send(call)).rejects.toBeInstanceOf(NoAnswer);
  expect(await client.sendForText(call)).toEqual({ status: 200, text: '<html>' });
});

it('a connector client sends a file unchanged', async () => {
  answer = { status: 200, text: '{}' };
  const file = { mediaType: 'application/pdf', content: Buffer.from('%PDF') };
  await client.send({ method: 'PUT', path: '/documents/1', file });
  expect(received).toMatchObject({ body: '%PDF', headers: { 'content-type': 'application/pdf' } });
});

it('a connector client stops waiting at its time-out, or when the caller does', async () => {
  answer = null;
  await expect(client.send(call)).rejects.toBeInstanceOf(NoAnswer);
  const signal = AbortSignal.abort();
  await expect(client.send({ ...call, signal })).rejects.toBeInstanceOf(NoAnswer);
});

it('a connector client reports that no server listens', async () => {
  const away = clientOf('http://127.0.0.1:9');
  await expect(away.send(call)).rejects.toBeInstanceOf(NoAnswer);
  await away.close();
});
