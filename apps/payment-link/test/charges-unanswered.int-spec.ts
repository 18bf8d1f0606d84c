import { createHmac } from 'node:crypto';
import type { PaymentResponse } from '@towpath/contracts/payment-link';
import { Payer, setupBody } from './payer.fixture.js';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { GATEWAY_SECRET, START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;

let gateway: StandInGateway;
let service: TestPaymentLink;
let app: TestCustomerApp;
let stored: { readonly methodId: string; readonly userId: string };
beforeAll(async () => {
  gateway = await StandInGateway.start();
  service = await TestPaymentLink.start({ sandboxUrl: gateway.url });
}, START_MS);
afterAll(async () => {
  await service?.end();
  await gateway?.stop();
});
beforeEach(async () => {
  app = await service.customerApp(['HKD']);
  const payer = await Payer.of(app, {} as TestSandbox, setupBody());
  const { body } = await payer.select();
  await payer.submitToken(body.attempt_id, { token: 'tok', last4: '4242' });
  const { payment_method: method, sender } = await payer.readLink();
  stored = { methodId: method?.payment_method_id ?? '', userId: sender?.user_id ?? '' };
  await consent(true);
  gateway.asked.length = 0;
});
afterEach(() => {
  gateway.drops.clear();
  gateway.silences.clear();
});

const consent = (autopay_consent: boolean) =>
  app.send(`POST /payment_users/${stored.userId}`, { autopay_consent });
const charge = async () => {
  const { body } = await app.send<PaymentResponse>('POST /payments', {
    amount: 9_900,
    currency: 'HKD',
    payment_method_id: stored.methodId,
    payment_details: {},
  });
  return body;
};
const read = async ({ payment_id }: PaymentResponse) =>
  (await app.send<PaymentResponse>(`GET /payments/${payment_id}`)).body;
const collected = () =>
  app.rows<{ kind: string; amount: number }>(`SELECT kind, amount FROM ledger_transfers`);

async function advanceTo(offsetMs: number): Promise<void> {
  await app.moveClock(offsetMs);
  await service.dueJobs.runFor(app.id);
}

function callBack({ payment_id }: PaymentResponse, eventId: string): Promise<{ status: number }> {
  const body = JSON.stringify({
    event_id: eventId,
    event: 'captured',
    reference: payment_id,
    customer_app_id: app.id,
    occurred_at: new Date().toISOString(),
  });
  const seconds = Math.floor(Date.now() / SECOND_MS);
  const mac = createHmac('sha256', GATEWAY_SECRET).update(`${seconds}.${body}`).digest('hex');
  return send(service.publicUrl, {
    route: 'POST /callbacks/cards/gw1',
    body,
    headers: { 'gw-signature': `t=${seconds},v1=${mac}` },
  });
}

describe('a charge that never arrives', () => {
  it('is committed anyway, and sent again on schedule', async () => {
    gateway.drops.add('authorize');
    const payment = await charge();
    expect(payment.status).toBe('PROCESSING');
    gateway.drops.clear();
    await advanceTo(5 * SECOND_MS);
    expect((await read(payment)).status).toBe('PROCESSING');
    await advanceTo(11 * SECOND_MS);
    expect((await read(payment)).status).toBe('EXECUTED');
    expect(gateway.book(payment.payment_id).captures).toBe(1);
  });

  it('fails after an hour, and returns money that arrives later', async () => {
    gateway.drops.add('authorize');
    const payment = await charge();
    await advanceTo(HOUR_MS + SECOND_MS);
    const failed = await read(payment);
    expect([failed.status, failed.error?.error_code]).toEqual(['FAILED', 'SERVICE_UNAVAILABLE']);
    const late = {
      status: 'authorized',
      amount: 0,
      captures: 0,
      refunds: new Map<string, number>(),
    };
    gateway.books.set(payment.payment_id, late);
    await callBack(payment, 'evt-late');
    expect(late).toMatchObject({ status: 'voided', captures: 0 });
    expect((await read(payment)).status).toBe('FAILED');
    expect(await collected()).toEqual([]);
  });

  it('is not sent again once the consent is revoked', async () => {
    gateway.drops.add('authorize');
    const payment = await charge();
    gateway.drops.clear();
    await consent(false);
    await advanceTo(11 * SECOND_MS);
    expect((await read(payment)).status).toBe('PROCESSING');
    await advanceTo(HOUR_MS + SECOND_MS);
    expect((await read(payment)).error?.error_code).toBe('AUTOPAY_CONSENT_REQUIRED');
    expect(gateway.asked.filter((verb) => verb === 'authorize')).toHaveLength(1);
    expect(gateway.books.has(payment.payment_id)).toBe(false);
  });
});

describe('a call-back about a charge', () => {
  it('makes the service ask the gateway at once, however often it comes', async () => {
    gateway.silences.add('capture');
    const payment = await charge();
    expect(payment.status).toBe('SUBMITTED');
    gateway.silences.clear();
    await Promise.all([1, 2, 1, 2, 3].map((each) => callBack(payment, `evt-${each}`)));
    expect((await read(payment)).status).toBe('EXECUTED');
    expect(await collected()).toEqual([{ kind: 'PAYMENT', amount: 9_900 }]);
  });

  it('is followed by one question, however slow the answer is', async () => {
    gateway.silences.add('capture');
    const payment = await charge();
    gateway.silences.clear();
    gateway.asked.length = 0;
    const release = gateway.hold('find');
    const called = callBack(payment, 'evt-slow');
    while (!gateway.asked.includes('find')) await app.send('GET /payments?limit=1');
    await service.dueJobs.runFor(app.id);
    release();
    await called;
    expect((await read(payment)).status).toBe('EXECUTED');
    expect(gateway.asked.filter((verb) => verb === 'find')).toHaveLength(1);
  });

  it('that shows money taken after a failure corrects the payment, once', async () => {
    gateway.silences.add('authorize');
    const payment = await charge();
    gateway.silences.clear();
    gateway.book(payment.payment_id).status = 'declined';
    await advanceTo(11 * SECOND_MS);
    expect((await read(payment)).status).toBe('FAILED');
    gateway.book(payment.payment_id).status = 'captured';
    for (const eventId of ['evt-a', 'evt-b']) await callBack(payment, eventId);
    const corrected = await read(payment);
    expect(corrected.status).toBe('EXECUTED');
    expect(corrected).not.toHaveProperty('error');
    expect(await collected()).toEqual([{ kind: 'PAYMENT', amount: 9_900 }]);
  });
});

it('a consent that is revoked while the bank decides wins', async () => {
  const release = gateway.hold('authorize');
  const asked = charge();
  while (!gateway.asked.includes('authorize')) await app.send('GET /payments?limit=1');
  await consent(false);
  release();
  const payment = await asked;
  expect([payment.status, payment.error?.error_code]).toEqual([
    'FAILED',
    'AUTOPAY_CONSENT_REQUIRED',
  ]);
  expect(gateway.book(payment.payment_id)).toMatchObject({ status: 'voided', captures: 0 });
});
