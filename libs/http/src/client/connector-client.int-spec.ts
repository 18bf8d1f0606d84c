import { once } from 'node:events';
import { rmSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeKeyStore, temporaryFolder } from '@towpath/local-system';
import type { TLSSocket } from 'node:tls';
import { ConnectorClient, type ConnectorTls } from './connector-client.js';

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
      response.writeHead(answer.status, {
        'content-type': 'application/json',
        'request-id': 'req_1',
        'retry-after': '7',
      });
      response.end(answer.text);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = clientOf(addressOf(server));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await client.close();
});

function addressOf(listening: Pick<Server, 'address'>): string {
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

function clientOf(baseUrl: string, timeoutMs = 300, tls: ConnectorTls = {}): ConnectorClient {
  return new ConnectorClient({
    baseUrl,
    secret: 'secret',
    timeoutMs,
    tls,
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
  expect(await client.send(call)).toMatchObject({ status, body: { is: 'so' } });
  expect(received.headers).toMatchObject({
    authorization: 'Bearer secret',
    'content-type': 'application/json',
  });
  expect(received.body).toBe('{"amount":1}');
});

it('a connector client takes an answer that is not JSON as no answer, unless the caller reads text', async () => {
  answer = { status: 200, text: '<html>' };
  await expect(client.send(call)).rejects.toBeInstanceOf(NoAnswer);
  expect(await client.sendForText(call)).toMatchObject({ status: 200, text: '<html>' });
});

it('a connector client sends a file unchanged', async () => {
  answer = { status: 200, text: '{}' };
  const file = { mediaType: 'application/pdf', content: Buffer.from('%PDF') };
  await client.send({ method: 'PUT', path: '/documents/1', file });
  expect(received).toMatchObject({ body: '%PDF', headers: { 'content-type': 'application/pdf' } });
});

it('a connector client reads the headers of an answer', async () => {
  answer = { status: 409, text: '{}' };
  const { headers } = await client.send(call);
  expect([headers['request-id'], headers['retry-after']]).toEqual(['req_1', '7']);
});

it('a connector client sends its own headers, and those of the call before them', async () => {
  answer = { status: 200, text: '{}' };
  const own = new ConnectorClient({
    baseUrl: addressOf(server),
    headers: { 'x-api-key': 'key', 'x-version': '1' },
    silence: ({ reason, cause }) => new NoAnswer(reason, { cause }),
  });
  await own.send({ ...call, headers: { 'x-version': '2', 'idempotency-key': 'K1' } });
  await own.close();
  expect(received.headers).toMatchObject({
    'x-api-key': 'key',
    'x-version': '2',
    'idempotency-key': 'K1',
  });
  expect(received.headers['authorization']).toBeUndefined();
});

it('a connector client sends a form whose fields may repeat and contain anything', async () => {
  answer = { status: 200, text: '{}' };
  const fields = [
    ['amount', '1'],
    ['expand[]', 'a'],
    ['expand[]', 'b'],
    ['metadata[note]', 'é & = +\r\n%'],
  ] as const;
  await client.send({ method: 'POST', path: '/v1/things', form: fields });
  expect(received.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect([...new URLSearchParams(received.body)]).toEqual(fields);
});

it('a connector client sends fields and files as parts of one body', async () => {
  answer = { status: 200, text: '{}' };
  const content = Buffer.from('%PDF-1.7 \u00e9');
  await client.send({
    method: 'POST',
    path: '/v1/files',
    parts: [
      { name: 'purpose', value: 'dispute_evidence' },
      { name: 'file', fileName: 'proof "1".pdf', mediaType: 'application/pdf', content },
    ],
  });
  const read = new Response(received.body, {
    headers: { 'content-type': String(received.headers['content-type']) },
  });
  const data = await read.formData();
  expect(data.get('purpose')).toBe('dispute_evidence');
  const file = data.get('file') as File;
  expect([file.name, file.type, await file.text()]).toEqual([
    'proof "1".pdf',
    'application/pdf',
    content.toString(),
  ]);
});

it('a call may take longer than its connector client waits otherwise, and shorter', async () => {
  answer = null;
  const started = performance.now();
  await expect(client.send({ ...call, timeoutMs: 700 })).rejects.toBeInstanceOf(NoAnswer);
  expect(performance.now() - started).toBeGreaterThan(600);
  const again = performance.now();
  const patient = clientOf(addressOf(server), 60_000);
  await expect(patient.send({ ...call, timeoutMs: 50 })).rejects.toBeInstanceOf(NoAnswer);
  expect(performance.now() - again).toBeLessThan(30_000);
  await patient.close();
});

it('a connector client shows its certificate, and trusts its own authority only', async () => {
  const folder = temporaryFolder();
  const bank = makeKeyStore({ folder, name: 'bank' });
  const ours = makeKeyStore({ folder, name: 'ours' });
  const tlsServer = createTlsServer(
    {
      pfx: readFileSync(bank.file),
      passphrase: bank.password,
      ca: ours.certificate,
      requestCert: true,
      rejectUnauthorized: true,
    },
    (request, response) => {
      const { subject } = (request.socket as TLSSocket).getPeerCertificate();
      response.end(JSON.stringify({ caller: subject.CN }));
    },
  ).listen(0, '127.0.0.1');
  await once(tlsServer, 'listening');
  const pair = { pfx: readFileSync(ours.file), passphrase: ours.password };
  const askWith = async (tls: ConnectorTls) => {
    const baseUrl = addressOf(tlsServer).replace('http:', 'https:');
    const caller = clientOf(baseUrl, 10_000, tls);
    try {
      return (await caller.send({ method: 'GET', path: '/' })).body;
    } finally {
      await caller.close();
    }
  };
  try {
    expect(await askWith({ ...pair, ca: bank.certificate })).toEqual({ caller: 'ours' });
    await expect(askWith({ ca: bank.certificate })).rejects.toBeInstanceOf(NoAnswer);
    await expect(askWith(pair)).rejects.toThrow(/self.signed/);
  } finally {
    tlsServer.closeAllConnections();
    tlsServer.close();
    rmSync(folder, { recursive: true });
  }
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
