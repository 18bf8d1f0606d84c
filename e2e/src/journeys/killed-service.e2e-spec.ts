/** @proves promise-1, promise-3, promise-8 @takes 35 s */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createSandboxApp, startSystem, temporaryFolder, type System } from '@towpath/local-system';
import {
  ApiClient,
  eventually,
  HostedPayer,
  Merchant,
  paymentOrder,
  WebhookReceiver,
} from '@towpath/testing';
import { gatewayLedger } from '../clients/card-gateway.js';

const LINKS = 8;
const PAID = 'PAYMENT_LINK_PAID';

const folder = temporaryFolder();
let system: System;
let receiver: WebhookReceiver;

// A system of its own, because a service of it is killed, and because it logs everything.
beforeAll(async () => {
  system = await startSystem({
    dataDir: join(folder, 'data'),
    durable: true,
    settings: { LOG_LEVEL: 'trace' },
  });
  receiver = await WebhookReceiver.start();
});
afterAll(async () => {
  await Promise.all([system?.stop(), receiver?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

it('kill -9 of payment-link while payers pay loses no payment, charges none twice and sends each webhook', async () => {
  const app = await createSandboxApp(system, { name: 'Crash Shop', currencies: ['HKD'] });
  const shop = new Merchant(new ApiClient(system.baseUrl), app);
  await shop.createWebhookEndpoint({ body: { url: receiver.url('/shop'), event_types: [PAID] } });
  const links = await Promise.all(
    Array.from({ length: LINKS }, () => shop.createPaymentLink({ body: paymentOrder() })),
  );
  const payers = await Promise.all(
    links.map(async ({ url = '' }) => {
      const payer = await HostedPayer.open(shop.api, url);
      const selected = await payer.select();
      return { payer, selected, card: await payer.type(selected, 'authorized') };
    }),
  );
  const service = system.service('payment-link');
  const answers = payers.map(({ payer, selected, card }) =>
    payer.submit(selected.attempt_id, card).then(
      ({ body }) => body.status,
      () => 'no answer',
    ),
  );
  await Promise.race(answers);
  await service.kill();
  const statuses = await Promise.all(answers);
  await service.restart();

  // What a lost answer leaves is asked for by the clock.
  await shop.advanceClock(7_200);
  const ids = links.map(({ payment_link_id: id }) => id);
  // The gateway may keep its circuit to the service open for a moment.
  const after = await eventually(() => Promise.all(ids.map((id) => shop.link(id))));
  const paid = after.filter(({ status }) => status === 'PAID');
  expect(paid.length).toBeGreaterThan(0);
  const acknowledged = ids.filter((_, index) => statuses[index] === 'PAID');
  const paidIds = paid.map(({ payment_link_id: id }) => id);
  expect(acknowledged.filter((id) => !paidIds.includes(id))).toEqual([]);

  const kept = (await gatewayLedger(system, app.customer_app_id)).filter(
    ({ charged, refunded }) => charged !== refunded,
  );
  expect(kept.map(({ payment_id: id }) => id).toSorted()).toEqual(
    paid.map(({ payment }) => payment?.payment_id).toSorted(),
  );
  expect(kept.filter(({ captures }) => captures !== 1)).toEqual([]);

  const sent = () => receiver.at('/shop').map(({ body }) => body['payment_link_id']);
  await eventually(
    () => {
      expect([...new Set(sent())].toSorted()).toEqual(paidIds.toSorted());
      return true;
    },
    { deadlineMs: 60_000, describe: 'a webhook of each paid link' },
  );
});

it('the logs at level trace contain no secret, token or Authorization header of a payment', async () => {
  const app = await createSandboxApp(system, { name: 'Discreet Shop', currencies: ['HKD'] });
  const shop = new Merchant(new ApiClient(system.baseUrl), app);
  const { secret } = await shop.createWebhookEndpoint({ body: { url: receiver.url('/discreet') } });
  const { url = '' } = await shop.createPaymentLink({ body: paymentOrder() });
  const payer = await HostedPayer.open(shop.api, url);
  const selected = await payer.select();
  const card = await payer.type(selected, 'authorized');
  expect((await payer.submit(selected.attempt_id, card)).body.status).toBe('PAID');
  const token = await shop.accessToken();
  const wrong = `cs_PLANTEDXX_${'wrong'.repeat(11)}`.slice(0, 68);
  const basic = `Basic ${Buffer.from('payment-link:planted-service-secret').toString('base64')}`;
  const post = (address: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const login = `${system.baseUrl}/auth/customer/token`;
  const mistaken = { client_id: app.client_id, client_secret: wrong };
  await post(login, { ...mistaken, grant_type: 'x' });
  await post(login, { ...mistaken, grant_type: 'client_credentials' });
  await post(login, `{"client_secret":"${wrong}", broken`);
  const { internalUrl } = system.service('gateway');
  await post(`${internalUrl}/internal/tokens/service`, {}, { authorization: basic });
  const bearer = { authorization: `Bearer ${token}` };
  await post(`${system.baseUrl}/payment_links`, { broken: wrong }, bearer);
  await fetch(`${system.baseUrl}/payment_accounts`, {
    headers: { authorization: `Bearer ${token}x` },
  });
  await fetch(`${system.baseUrl}/hosted/pay?token=planted-query`);

  const logs = join(system.dataDir, 'logs');
  const read = () =>
    readdirSync(logs)
      .map((name) => readFileSync(join(logs, name), 'utf8'))
      .join('\n');
  await eventually(() => receiver.at('/discreet').length > 0, { deadlineMs: 30_000 });
  await eventually(() => read().includes('/hosted/pay'), { describe: 'the last request' });
  const passwords = Object.values(system.layout.databases)
    .flatMap((urls) => Object.values(urls))
    .map((address) => new URL(address).password);
  const linkToken = new URL(url).searchParams.get('token') ?? '';
  const used = [app.client_secret, token, secret, linkToken, payer.token, card.token];
  const planted = [wrong, basic, 'planted-service-secret', 'planted-query'];
  const secrets = [...used, ...planted, system.layout.sandboxGatewaySecret, ...passwords];
  expect(secrets.filter((each) => each.length < 12)).toEqual([]);
  const text = read();
  expect(secrets.filter((each) => text.includes(each))).toEqual([]);
  expect(text).not.toMatch(/Bearer [\w-]+\.|postgres:\/\/[^@\s]+@|"private_key/);
});
