import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  ApiClient,
  createSandboxApp,
  HostedPayer,
  Merchant,
  paymentOrder,
  startSystem,
  temporaryFolder,
  WebhookReceiver,
  type SandboxApp,
  type System,
} from '@towpath/testing';

const folder = temporaryFolder();
/** A system of its own: everything in it is killed. The disk must be waited for, or it may forget. */
const start = () => startSystem({ dataDir: join(folder, 'data'), durable: true });
let system: System;
let receiver: WebhookReceiver;

beforeAll(async () => {
  system = await start();
  receiver = await WebhookReceiver.start();
});
afterAll(async () => {
  await Promise.all([system.stop(), receiver.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const merchantOf = (app: SandboxApp) => new Merchant(new ApiClient(system.baseUrl), app);

describe('kill -9 of everything', () => {
  it('keeps links, payments, credentials and what was still to be told', async () => {
    const app = await createSandboxApp(system, { name: 'Crash Shop', currencies: ['HKD'] });
    const before = merchantOf(app);
    await before.subscribe({ url: receiver.url('/shop') });
    const open = await before.createLink(paymentOrder());
    const paid = await before.createLink(paymentOrder());
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
    const told = await receiver.waitFor(
      ({ body }) =>
        body['event_type'] === 'PAYMENT_LINK_PAID' &&
        body['payment_link_id'] === paid.payment_link_id,
      { deadlineMs: 60_000, describe: 'the webhook of the payment before the crash' },
    );
    expect(told.body).toMatchObject({ customer_app_id: app.customer_app_id, sequence: 1 });
    const next = await HostedPayer.open(after.api, open.url ?? '');
    expect((await next.pay('authorized')).body).toMatchObject({ status: 'PAID' });
  });
});
