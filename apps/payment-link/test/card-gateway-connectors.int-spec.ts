import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConnectorClient, type RawCallBack } from '@towpath/http';
import { newId, type CustomerAppId } from '@towpath/kernel';
import { GatewayUnavailable } from '../src/cards/card-gateways/ports.js';
import { gw1Wire } from '../src/cards/card-gateways/sandbox/gw1.wire.js';
import { gw2Wire } from '../src/cards/card-gateways/sandbox/gw2.wire.js';
import { gw4Wire } from '../src/cards/card-gateways/sandbox/gw4.wire.js';
import {
  SandboxCardGateway,
  type GatewayWire,
} from '../src/cards/card-gateways/sandbox/sandbox-card-gateway.js';
import type { ConnectedGateway } from './connected-gateway.fixture.js';
import { describeCardGatewayConnector } from './describe-card-gateway-connector.fixture.js';
import { PreparingGateway } from './preparing-gateway.fixture.js';
import { PAGES_URL } from './payment-link.fixture.js';
import { GATEWAY_SECRET, START_MS, TestSandbox } from './sandbox.fixture.js';

const WIRES: readonly GatewayWire[] = [gw1Wire, gw2Wire, gw4Wire];

let sandbox: TestSandbox;
const callBacks: RawCallBack[] = [];
const connected = new Map<string, ConnectedGateway>();
const closing: (() => unknown)[] = [];

/** Receives the call-backs of gateways. */
const ears = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { headers } = request;
    callBacks.push({ headers, body: Buffer.concat(chunks), receivedAt: new Date() });
    response.writeHead(200).end();
  });
});

beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  ears.listen(0, '127.0.0.1');
  await once(ears, 'listening');
  for (const wire of WIRES) connected.set(wire.integrationId, connect(wire));
}, START_MS);
afterAll(async () => {
  for (const close of closing) await close();
  ears.closeAllConnections();
  ears.close();
});

function connect(wire: GatewayWire): ConnectedGateway {
  const { integrationId } = wire;
  const name = integrationId.toLowerCase();
  const connectorAt = (baseUrl: string) => {
    const http = new ConnectorClient({
      baseUrl,
      secret: GATEWAY_SECRET,
      silence: (reason) => new GatewayUnavailable(integrationId, reason),
    });
    closing.push(() => http.close());
    return new SandboxCardGateway({
      wire,
      http,
      secret: GATEWAY_SECRET,
      secrets: ['another', GATEWAY_SECRET],
      publicUrl: sandbox.url,
      pageOrigin: PAGES_URL,
      callBackUrl: `http://127.0.0.1:${(ears.address() as AddressInfo).port}/${name}`,
    });
  };
  const customerAppId = newId<CustomerAppId>(new Date());
  return {
    connector: connectorAt(sandbox.url),
    away: connectorAt('http://127.0.0.1:9'),
    customerAppId,
    setClock: (offsetMs) => sandbox.setClock(customerAppId, offsetMs),
    tokenize: (number) => sandbox.tokenize(number, 'a-session', name),
    decide: (page, decision) => sandbox.decide(page, decision),
    loseCapture: ({ reference }) => sandbox.loseCapture(reference, name),
    callBacks,
  };
}

for (const { integrationId } of WIRES) {
  describeCardGatewayConnector(integrationId, () => {
    const found = connected.get(integrationId);
    if (found) return found;
    throw new Error(`${integrationId} is not connected`);
  });
}

const prepares = new PreparingGateway();
const customerAppId = newId<CustomerAppId>(new Date());
const LACKS = [
  'away',
  'browser',
  'call-backs',
  'card-details',
  'clock',
  'lost-answers',
  'lost-captures',
  'wallet',
] as const;
describeCardGatewayConnector(
  'that prepares',
  () => ({
    connector: prepares,
    away: prepares,
    customerAppId,
    setClock: () => Promise.resolve(),
    tokenize: (number) => Promise.resolve(prepares.tokenize(number)),
    decide: (page, decision) => Promise.resolve(prepares.decide(page, decision)),
    callBacks: [],
  }),
  LACKS,
);
