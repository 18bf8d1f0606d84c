/** @proves promise-1, promise-3 */
import { rmSync } from 'node:fs';
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

// A system of its own, because a service of it is killed.
beforeAll(async () => {
  system = await startSystem({ dataDir: join(folder, 'data'), durable: true });
  receiver = await WebhookReceiver.start();
});
afterAll(async () => {
  await Promise.all([system?.stop(), receiver?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

it('kill -9 of payment-link while payers pay loses no payment, charges none twice and sends each webhook', async () => {
  const app = await createSandboxApp(system, { name: 'Crash Shop', currencies: ['HKD'] });
  const shop = new Merchant(new ApiClient(system.baseUrl), app);
  await shop.subscribe({ url: receiver.url('/shop'), event_types: [PAID] });
  const links = await Promise.all(
    Array.from({ length: LINKS }, () => shop.createLink(paymentOrder())),
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
