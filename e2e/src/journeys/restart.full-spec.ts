/** @proves promise-1, promise-3, promise-14 @takes 80 s */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BillResponse } from '@towpath/contracts/payment-link';
import {
  createSandboxApp,
  startSystem,
  temporaryFolder,
  type SandboxApp,
  type System,
} from '@towpath/local-system';
import { ClockAdvancingError } from '@towpath/sdk';
import {
  eventually,
  HostedPayer,
  Merchant,
  paymentOrder,
  setupOrder,
  type WebhookReceiver,
} from '@towpath/testing';
import { gatewayLedger } from '../clients/card-gateway.js';
import { keepingApi, keepingReceiver } from '../system/running-system.js';

const folder = temporaryFolder();
/** A system of its own: everything in it is killed. The disk must be waited for, or it may forget. */
const start = () => startSystem({ dataDir: join(folder, 'data'), durable: true });
let system: System;
let receiver: WebhookReceiver;

beforeAll(async () => {
  system = await start();
  receiver = await keepingReceiver();
});
afterAll(async () => {
  await Promise.all([system.stop(), receiver.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const merchantOf = (app: SandboxApp) => new Merchant(keepingApi(system), app);

const SESSION = '/payment_links/hosted/session';
const CALLERS = 20;
/** Less than the gateway waits for a service. */
const PATIENCE_MS = 3_000;

/** The status of the answer, or that the caller did not wait for it. */
function impatient(requestId: string): Promise<number | 'left'> {
  return fetch(`${system.baseUrl}${SESSION}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': requestId },
    body: '{}',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).then(
    ({ status }) => status,
    () => 'left',
  );
}

/** Level and stack of what the gateway logged about a request, but for the line of its end. */
function troubleOf(requestId: string): (readonly unknown[])[] {
  const log = readFileSync(join(system.dataDir, 'logs', 'gateway.log'), 'utf8');
  return log
    .split('\n')
    .filter((line) => line.endsWith('}') && line.includes(`"request_id":"${requestId}"`))
    .map((line) => JSON.parse(line) as { level: string; error?: { stack?: string } })
    .filter(({ level }) => level !== 'info')
    .map(({ level, error }) => [level, error?.stack]);
}

describe('a frozen payment-link', () => {
  it('a frozen payment-link answers 20 impatient callers with 503, logs one warning, and none hangs', async () => {
    const { pid = 0 } = system.service('payment-link');
    const idsOf = (round: number) => Array.from({ length: CALLERS }, (_, n) => `r${round}-${n}`);
    const refused = Array.from({ length: CALLERS }, () => 503);
    let round = 0;
    process.kill(pid, 'SIGSTOP');
    try {
      await eventually(
        async () => {
          round += 1;
          expect(await Promise.all(idsOf(round).map(impatient))).toEqual(refused);
          return true;
        },
        { deadlineMs: 60_000, describe: 'a round in which nobody waits in vain' },
      );
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await eventually(async () => (await impatient('after')) === 400, { deadlineMs: 30_000 });
    const lines = idsOf(round).map(() => [['warn', undefined]]);
    await eventually(() => {
      expect(idsOf(round).map(troubleOf)).toEqual(lines);
      return true;
    });
  });
});

const DAY_SECONDS = 86_400;
const BILLS = 20;

/** A payer with a stored card who consents to charges, and has a bill due on each of the next days. */
async function owesDaily(shop: Merchant, fromMs: number): Promise<readonly BillResponse[]> {
  const options = { payment_setup_options: { future_payments: 'AUTOPAY' } } as const;
  const setup = await shop.createPaymentLink({ body: setupOrder(options) });
  await (await HostedPayer.open(shop.api, setup.url ?? '')).pay('authorized');
  const { sender } = await shop.link(setup.payment_link_id);
  await shop.updatePaymentUser({
    path: { paymentUserId: sender?.user_id ?? '' },
    body: { autopay_consent: true },
  });
  const dueDays = Array.from({ length: BILLS }, (_, index) => index + 1);
  return Promise.all(
    dueDays.map((day) => {
      const due = new Date(fromMs + day * DAY_SECONDS * 1_000).toISOString();
      return shop.createTestBill({
        body: {
          external_user_id: sender?.external_user_id ?? '',
          bill_date: new Date(fromMs).toISOString(),
          due_date: due,
          status: 'UNPAID',
          details: { total_amount_due: 4_500, currency: 'HKD', bill_reference_id: `DAY-${day}` },
          sender_details: { name: 'Chan Tai Man' },
          integration_metadata: { integration_id: 'EXT' },
          is_autopay_eligible: true,
        },
      });
    }),
  );
}

describe('kill -9 of the gateway during an advance of a test clock', () => {
  it('a killed gateway delays an advance, which then reaches its target with each job done once', async () => {
    const app = await createSandboxApp(system, { name: 'Clock Shop', currencies: ['HKD'] });
    const shop = merchantOf(app);
    const start = Date.parse((await shop.moveClock({ frozen: true })).now);
    const bills = await owesDaily(shop, start);
    const days = BILLS + 10;
    const target = new Date(start + days * DAY_SECONDS * 1_000).toISOString();
    const advance = { advance_seconds: days * DAY_SECONDS };
    const lost = shop.updateTestClock({ body: advance }).catch(() => 'lost');
    await eventually(async () => Date.parse((await shop.getTestClock()).now) > start, {
      deadlineMs: 30_000,
    });
    const gateway = system.service('gateway');
    const { pid: paymentLink = 0 } = system.service('payment-link');
    process.kill(paymentLink, 'SIGSTOP');
    try {
      await gateway.kill();
      await lost;
      await gateway.start();
      const kept = await eventually(() => shop.getTestClock().catch(() => undefined), {
        deadlineMs: 60_000,
      });
      expect(kept).toMatchObject({ frozen: true, advancing_to: target });
      expect(Date.parse(kept.now)).toBeLessThan(Date.parse(target));
      await expect(shop.updateTestClock({ body: advance })).rejects.toThrow(ClockAdvancingError);
    } finally {
      process.kill(paymentLink, 'SIGCONT');
    }
    expect(await shop.awaitClock()).toEqual({ now: target, frozen: true });
    for (const { bill_id: id, due_date: due } of bills) {
      const bill = await shop.getBill({ path: { billId: id } });
      expect(bill).toMatchObject({
        status: 'PAID',
        payments: [{ status: 'EXECUTED', amount: 4_500, created_at: due }],
      });
    }
  }, 90_000);
});

const LINKS = 8;
const PAID = 'PAYMENT_LINK_PAID';

it('kill -9 of payment-link while payers pay loses no payment, charges none twice and sends each webhook', async () => {
  const app = await createSandboxApp(system, { name: 'Crash Shop', currencies: ['HKD'] });
  const shop = merchantOf(app);
  await shop.createWebhookEndpoint({ body: { url: receiver.url('/paid'), event_types: [PAID] } });
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

  const sent = () => receiver.at('/paid').map(({ body }) => body['payment_link_id']);
  await eventually(
    () => {
      expect([...new Set(sent())].toSorted()).toEqual(paidIds.toSorted());
      return true;
    },
    { deadlineMs: 60_000, describe: 'a webhook of each paid link' },
  );
});

describe('kill -9 of everything', () => {
  it('a kill of all services keeps links, payments, credentials and webhooks that are not sent yet', async () => {
    const app = await createSandboxApp(system, { name: 'Crash Shop', currencies: ['HKD'] });
    const before = merchantOf(app);
    await before.createWebhookEndpoint({ body: { url: receiver.url('/shop') } });
    const open = await before.createPaymentLink({ body: paymentOrder() });
    const paid = await before.createPaymentLink({ body: paymentOrder() });
    const payer = await HostedPayer.open(before.api, paid.url ?? '');
    expect((await payer.pay('authorized')).body).toMatchObject({ status: 'PAID' });
    await system.kill();

    system = await start();
    const after = merchantOf(app);
    expect(await after.link(paid.payment_link_id)).toMatchObject({
      status: 'PAID',
      payment: { status: 'EXECUTED', amount: 12_500 },
    });
    expect(await after.link(open.payment_link_id)).toMatchObject({ status: 'CREATED' });
    const webhook = await receiver.waitFor(
      ({ body }) =>
        body['event_type'] === 'PAYMENT_LINK_PAID' &&
        body['payment_link_id'] === paid.payment_link_id,
      { deadlineMs: 60_000, describe: 'the webhook of the payment before the crash' },
    );
    expect(webhook.body).toMatchObject({ customer_app_id: app.customer_app_id, sequence: 1 });
    const next = await HostedPayer.open(after.api, open.url ?? '');
    expect((await next.pay('authorized')).body).toMatchObject({ status: 'PAID' });
  });
});
