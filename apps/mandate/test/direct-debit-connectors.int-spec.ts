import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConnectorClient, type RawCallBack } from '@towpath/http';
import { SANDBOX_START_MS, SandboxProcess } from '@towpath/testing';
import { BankUnavailable } from '../src/banks/direct-debit/ports.js';
import { Gw3DirectDebit } from '../src/banks/direct-debit/gw3-direct-debit.js';
import type { ConnectedBank } from './bank-accounts.fixture.js';
import { describeDirectDebitConnector } from './describe-direct-debit-connector.fixture.js';
import { describeRefusedConnector, REFUSAL_TEXT } from './describe-refused-connector.fixture.js';

const BANK_SECRET = 'a-secret-of-the-simulated-bank-for-tests';

let bank: SandboxProcess;
let gw3: ConnectedBank;
const callBacks: RawCallBack[] = [];
const closing: (() => Promise<void>)[] = [];

/** Receives call-backs of the bank. */
const ears = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { headers } = request;
    callBacks.push({ headers, body: Buffer.concat(chunks), receivedAt: new Date() });
    response.writeHead(200).end();
  });
});

/** A bank that refuses every request as such. */
const refuser = createServer((request, response) => {
  request.resume();
  response.writeHead(422, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { code: 'invalid_request', message: REFUSAL_TEXT } }));
});

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  bank = await SandboxProcess.start({ secret: BANK_SECRET });
  for (const server of [ears, refuser]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  const connector = connectorAt(bank.url);
  gw3 = {
    connector,
    away: connectorAt('http://127.0.0.1:9'),
    freezeClock: (customerAppId, at) => bank.setClock(customerAppId, { frozenAt: at }),
    decide: (mandate, decision) => connector.decideMandate(mandate, { decision }),
    callBacks,
  };
}, SANDBOX_START_MS);
afterAll(async () => {
  for (const close of closing) await close();
  for (const server of [ears, refuser]) {
    server.closeAllConnections();
    server.close();
  }
  await bank?.stop();
});

function connectorAt(baseUrl: string): Gw3DirectDebit {
  const http = new ConnectorClient({
    baseUrl,
    secret: BANK_SECRET,
    silence: (reason) => new BankUnavailable('GW3', reason),
  });
  closing.push(() => http.close());
  const callBackUrl = `http://127.0.0.1:${portOf(ears)}/gw3`;
  return new Gw3DirectDebit({ http, secrets: ['another', BANK_SECRET], callBackUrl });
}

describeDirectDebitConnector('GW3', () => gw3);
describeRefusedConnector('GW3', () => connectorAt(`http://127.0.0.1:${portOf(refuser)}`));
