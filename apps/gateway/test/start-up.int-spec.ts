import { jest } from '@jest/globals';
import { freePort } from '@towpath/local-system';
import { eventually } from '@towpath/testing';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import pg from 'pg';
import { gatewayEnvironment, type GatewayEnvironment } from './gateway-environment.fixture.js';
import { runCommandHere, startProgram, type GatewayProcess } from './gateway-process.fixture.js';

jest.setTimeout(120_000);

const PATIENCE = { deadlineMs: 60_000 };

describe('the gateway, started without Kafka and before PostgreSQL', () => {
  let environment: GatewayEnvironment;
  let gateway: GatewayProcess;
  let brokerPort: number;
  let admin: pg.Client;
  let doorOfDatabase: Server;
  beforeAll(async () => {
    brokerPort = await freePort();
    environment = await gatewayEnvironment({
      LOG_LEVEL: 'info',
      KAFKA_BROKERS: `127.0.0.1:${brokerPort}`,
    });
    admin = new pg.Client(environment.database.adminUrl);
    await admin.connect();
    const url = new URL(environment.variables['DATABASE_URL'] ?? '');
    const { host } = url;
    url.port = String(await freePort());
    const variables = { ...environment.variables, DATABASE_URL: String(url) };
    gateway = startProgram('main.js', { variables });
    await eventually(() => gateway.output().includes('waiting for the database'), PATIENCE);
    doorOfDatabase = passOn(Number(url.port), host);
  });
  afterAll(async () => {
    await admin.end();
    await gateway.stop();
    doorOfDatabase.close();
    await environment.remove();
  });

  const unpublished = async () => {
    const { rows } = await admin.query('SELECT 1 FROM outbox WHERE published_at IS NULL');
    return rows.length;
  };

  it('serves as soon as PostgreSQL is there, and publishes its events when Kafka is back', async () => {
    const { publicUrl, internalUrl } = await gateway.listening();
    const health = async (kind: string) => (await fetch(`${internalUrl}/health/${kind}`)).status;
    expect([await health('live'), await health('ready')]).toEqual([200, 200]);
    const args = ['customer-app', 'create', '--name', 'Shop', '--no-accounts'];
    const { stdout } = await runCommandHere(environment.variables, args);
    const app = JSON.parse(stdout) as { client_id: string; client_secret: string };
    const answer = await fetch(`${publicUrl}/auth/customer/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: app.client_id,
        client_secret: app.client_secret,
        grant_type: 'client_credentials',
      }),
    });
    expect(answer.status).toBe(200);
    expect(await unpublished()).toBe(1);

    const broker = passOn(brokerPort, process.env['TEST_KAFKA_BROKERS'] ?? '');
    await once(broker, 'listening');
    await eventually(async () => (await unpublished()) === 0, PATIENCE);
    broker.close();
  });
});

/** A server appears at an address where there was none. */
function passOn(port: number, servers: string): Server {
  const [host = '', serverPort = ''] = (servers.split(',')[0] ?? '').split(':');
  const server = createServer((caller) => {
    const target = connect(Number(serverPort), host);
    target.on('error', () => caller.destroy());
    caller.on('error', () => target.destroy());
    caller.pipe(target).pipe(caller);
  });
  return server.listen(port, '127.0.0.1');
}
