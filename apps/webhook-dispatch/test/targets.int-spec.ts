import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { NameResolver } from '../src/endpoints/targets/name-resolver.js';
import { Dispatch, type TestApp } from './dispatch.fixture.js';
import { Receiver } from './receiver.fixture.js';
import { attemptsOf, createEndpoint, deliveryWhen } from './webhook-api.fixture.js';
import { byValues } from '@towpath/persistence';

/** A name server whose answers a test changes. */
class ChangingResolver extends NameResolver {
  readonly names = new Map<string, readonly string[]>();
  asked = 0;

  override resolve(host: string): Promise<readonly string[]> {
    this.asked += 1;
    return Promise.resolve(this.names.get(host) ?? []);
  }
}

const PUBLIC = '93.184.216.34';
const names = new ChangingResolver();
let dispatch: Dispatch;
let receiver: Receiver;
let app: TestApp;

async function start(allowedTargets: string): Promise<void> {
  await dispatch?.stop();
  dispatch = await Dispatch.start({
    allowedTargets,
    providers: [{ provide: NameResolver, useValue: names }],
  });
}
beforeEach(async () => {
  receiver = await Receiver.start();
  app = await dispatch.createApp();
});
afterEach(async () => {
  await receiver.stop();
  names.names.clear();
});
afterAll(() => dispatch?.stop());

describe('an endpoint without opened ranges:', () => {
  beforeAll(() => start(''));

  it.each([
    'http://shop.example.com/hook',
    'https://shop.example.com:8080/hook',
    'https://127.0.0.1/hook',
    'https://127.0.0.1:8443/hook',
    'https://[::ffff:10.0.0.1]/hook',
    'https://169.254.169.254/latest/meta-data/',
    'https://inside.example/hook',
  ])('%s is refused as an endpoint, created or moved there', async (url) => {
    names.names.set('inside.example', ['10.0.0.1']);
    names.names.set('shop.example.com', [PUBLIC]);
    const created = await app.call('POST', '/webhook_endpoints', { url });
    expect([created.status, created.error?.error_code]).toEqual([400, 'WEBHOOK_URL_NOT_ALLOWED']);
    expect(created.error?.details).toMatch(/^url /);
    const { webhook_endpoint_id } = await createEndpoint(app, {
      url: 'https://shop.example.com/hook',
      enabled: false,
    });
    const moved = await app.call('PATCH', `/webhook_endpoints/${webhook_endpoint_id}`, { url });
    expect([moved.status, moved.error?.error_code]).toEqual([400, 'WEBHOOK_URL_NOT_ALLOWED']);
  });

  it.each([
    ['turns to loopback', ['127.0.0.1']],
    ['is public and loopback at once', [PUBLIC, '::1']],
    ['turns to a mapped address', ['::ffff:127.0.0.1']],
  ])('a name that %s later is not connected to', async (_what, addresses) => {
    names.names.set('rebind.example', [PUBLIC]);
    await createEndpoint(app, { url: 'https://rebind.example/hook' });
    names.names.set('rebind.example', addresses);
    const eventId = await dispatch.tell(app.id, 'payment_link.paid');
    await deliveryWhen(app, eventId, { status: 'RETRYING', attempts: 1 });
    const [attempt] = await attemptsOf(app, eventId);
    expect(attempt?.error).toBe('not sent: its host is not on the public internet');
  });

  it('an endpoint from a time of other rules is not connected to', async () => {
    const { webhook_endpoint_id } = await createEndpoint(app, { url: 'https://a.example/' });
    await dispatch.transactions.asWorker((tx) =>
      tx.query(byValues(`UPDATE webhook_endpoints SET url = $2 WHERE webhook_endpoint_id = $1`), [
        webhook_endpoint_id,
        receiver.url(),
      ]),
    );
    const eventId = await dispatch.tell(app.id, 'payment_link.paid');
    await deliveryWhen(app, eventId, { status: 'RETRYING', attempts: 1 });
    expect(receiver.received).toEqual([]);
  });
});

describe('an endpoint with the loopback range opened:', () => {
  beforeAll(() => start('127.0.0.0/8'));

  it('http and any port are sent to; the name is resolved once a connection', async () => {
    names.names.set('receiver.test', ['127.0.0.1']);
    const port = new URL(receiver.url()).port;
    await createEndpoint(app, { url: `http://receiver.test:${port}/hook` });
    names.asked = 0;
    const eventId = await dispatch.tell(app.id, 'payment_link.paid');
    await deliveryWhen(app, eventId, { status: 'DELIVERED' });
    expect(names.asked).toBe(1);
    expect(receiver.received[0]?.headers['host']).toBe(`receiver.test:${port}`);
  });

  it('a redirect into the inside is not followed', async () => {
    receiver.behaviour = () => ({ status: 307, headers: { location: receiver.url('/inside') } });
    await createEndpoint(app, { url: receiver.url() });
    const eventId = await dispatch.tell(app.id, 'payment_link.paid');
    await deliveryWhen(app, eventId, { status: 'RETRYING', last_status_code: 307 });
    expect(receiver.at('/inside')).toEqual([]);
  });

  it('https goes to the checked address and asks for the certificate of the name', async () => {
    const hello = Promise.withResolvers<Buffer>();
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.once('data', (data: Buffer) => {
        hello.resolve(data);
        socket.destroy();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    names.names.set('secure.test', ['127.0.0.1']);
    await createEndpoint(app, { url: `https://secure.test:${port}/hook` });
    const eventId = await dispatch.tell(app.id, 'payment_link.paid');
    expect((await hello.promise).includes('secure.test')).toBe(true);
    await deliveryWhen(app, eventId, { status: 'RETRYING', attempts: 1 });
    for (const socket of sockets) socket.destroy();
    server.close();
  });
});
