import { eventually } from '@towpath/testing';
import { linkBody, Payer, setupBody } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StandInGateway } from './stand-in-gateway.fixture.js';

let gateway: StandInGateway;
let service: TestPaymentLink;
let app: TestCustomerApp;
beforeAll(async () => {
  gateway = await StandInGateway.start();
  service = await TestPaymentLink.start({ sandboxUrl: gateway.url, consumes: true });
  app = await service.customerApp(['HKD']);
}, START_MS);
afterAll(async () => {
  await service?.end();
  await gateway?.stop();
});

/** A payer who chose a card that is to be stored, and the ID of that method. */
async function choosing(body: object): Promise<{ payer: Payer; attemptId: string; id: string }> {
  const payer = await Payer.of(app, {} as TestSandbox, body);
  const { body: selected } = await payer.select();
  const [method] = await app.rows<{ payment_method_id: string }>(
    `SELECT payment_method_id FROM payment_methods WHERE payment_link_id = $1`,
    [payer.linkId],
  );
  return { payer, attemptId: selected.attempt_id, id: method?.payment_method_id ?? '' };
}

const attemptReaches = (payer: Payer, status: string) =>
  eventually(async () => (await payer.view()).attempt?.status === status, {
    deadlineMs: 30_000,
    describe: () => `the attempt is not ${status}`,
  });

describe('a card that is cancelled while it is being set up', () => {
  it('ends the attempt of its payer through the event', async () => {
    const { payer, id } = await choosing(setupBody());
    await app.send(`POST /payment_methods/${id}/cancel`);
    await attemptReaches(payer, 'CANCELLED');
    expect(await payer.readLink()).toMatchObject({ status: 'CREATED', session_status: 'FAILED' });
    const { body } = await payer.select();
    await payer.submitToken(body.attempt_id, { token: 'tok', last4: '4242' });
    expect((await payer.readLink()).status).toBe('SETUP_SUCCEEDED');
  });

  it('is not stored by an authorization that arrives before the event', async () => {
    const { payer, attemptId, id } = await choosing(setupBody());
    const release = gateway.hold('authorize');
    const submitted = payer.submitToken(attemptId, { token: 'tok', last4: '4242' });
    await eventually(() => gateway.books.has(attemptId), { deadlineMs: 10_000 });
    await app.send(`POST /payment_methods/${id}/cancel`);
    release();
    await submitted;
    await attemptReaches(payer, 'CANCELLED');
    await eventually(() => gateway.book(attemptId).status === 'voided', { deadlineMs: 15_000 });
    expect((await payer.readLink()).status).toBe('CREATED');
  });

  it('leaves a payment that is being captured to its end, without the card', async () => {
    const options = { future_payments: 'CLICK_TO_PAY' };
    const { payer, attemptId, id } = await choosing(linkBody({ payment_setup_options: options }));
    const release = gateway.hold('capture');
    const submitted = payer.submitToken(attemptId, { token: 'tok', last4: '4242' });
    await eventually(() => gateway.books.get(attemptId)?.status === 'captured', {
      deadlineMs: 10_000,
    });
    expect((await app.send(`POST /payment_methods/${id}/cancel`)).status).toBe(200);
    release();
    expect((await submitted).body.status).toBe('PAID');
    const { payment, payment_method: method } = await payer.readLink();
    expect(payment?.status).toBe('EXECUTED');
    expect(method?.card?.status).toBe('CANCELLED');
  });
});
