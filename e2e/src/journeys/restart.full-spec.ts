import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  createSandboxApp,
  startSystem,
  temporaryFolder,
  type SandboxApp,
  type System,
} from '@towpath/local-system';
import {
  ApiClient,
  eventually,
  HostedPayer,
  Merchant,
  paymentOrder,
  WebhookReceiver,
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
  it('costs 20 callers with little patience a 503 and one line at warn, and no hang', async () => {
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
