/** @proves promise-10, receiveCardCallback */
import type { ProcessorLedgerResponse } from '@towpath/contracts';
import type { ListPaymentMethodsResponse } from '@towpath/contracts/payment-link';
import { CARDS, linkBody, Payer, setupBody } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, TestSandbox } from './sandbox.fixture.js';

let sandbox: TestSandbox;
let service: TestPaymentLink;
let app: TestCustomerApp;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
  app = await service.customerApp([]);
  await app.settlementAccount('USD', { card_integration_id: 'GW2' });
  await app.settlementAccount('KWD', { card_integration_id: 'GW2' });
  await app.settlementAccount('SGD', { card_integration_id: 'GW4' });
  await app.settlementAccount('JPY', { card_integration_id: 'GW4' });
}, START_MS);
afterAll(() => service?.end());

const payerOf = (currency: string, amount = 1_234) =>
  Payer.of(app, sandbox, linkBody({ currency, amount }));

describe.each([
  ['USD', 'GW2'],
  ['KWD', 'GW2'],
  ['SGD', 'GW4'],
  ['JPY', 'GW4'],
])('a payment in %s by the card gateway of its settlement account, %s', (currency, gateway) => {
  it('is executed, in minor units and once', async () => {
    const payer = await payerOf(currency);
    const paid = await payer.pay(CARDS.good);
    expect(paid.body).toMatchObject({ status: 'PAID', money_moved: 'YES' });
    const { payment } = await payer.readLink();
    expect(payment).toMatchObject({
      status: 'EXECUTED',
      amount: 1_234,
      currency,
      payment_details: { processor_details: { processor_id: gateway } },
    });
    const { body } = await app.send<ProcessorLedgerResponse>('GET /testing/processor_ledger');
    const line = body.payments.find(({ payment_id: id }) => id === payment?.payment_id);
    expect(line).toMatchObject({ gateway, currency, charged: 1_234, captures: 1, refunded: 0 });
  });

  it('declined, can be tried again on the same link', async () => {
    const payer = await payerOf(currency);
    const declined = await payer.pay(CARDS.poor);
    expect(declined.body.attempt?.error?.error_code).toBe('INSUFFICIENT_FUNDS');
    expect((await payer.pay(CARDS.good)).body.status).toBe('PAID');
  });

  it('is found by a question when its answer is lost', async () => {
    const clocked = await service.customerApp([]);
    await clocked.settlementAccount(currency, { card_integration_id: gateway });
    const payer = await Payer.of(clocked, sandbox, linkBody({ currency, amount: 1_234 }));
    const { body } = await payer.pay(CARDS.lost);
    expect(body.money_moved).toBe('UNKNOWN');
    await sandbox.setClock(clocked.id, 15_000);
    await clocked.moveClock(15_000);
    await service.dueJobs.runFor(clocked.id);
    expect((await payer.reaches('COMPLETE')).payment?.status).toBe('EXECUTED');
  });

  it('is completed by the call-back of a late authorization', async () => {
    const clocked = await service.customerApp([]);
    await clocked.settlementAccount(currency, { card_integration_id: gateway });
    const payer = await Payer.of(clocked, sandbox, linkBody({ currency, amount: 1_234 }));
    const { body } = await payer.pay(CARDS.late);
    expect(body.session_status).toBe('PROCESSING');
    await clocked.moveClock(31_000);
    await sandbox.setClock(clocked.id, 31_000);
    expect((await payer.reaches('COMPLETE')).payment?.status).toBe('EXECUTED');
  });

  it('is charged once when call-backs come repeated and out of order', async () => {
    const payer = await payerOf(currency);
    await payer.pay(CARDS.scrambled);
    const { payment } = await payer.reaches('COMPLETE');
    const line = (await sandbox.ledger(app.id)).find(
      ({ payment_id: id }) => id === payment?.payment_id,
    );
    expect(line).toMatchObject({ charged: 1_234, captures: 1, refunded: 0 });
  });

  it('is completed by the call-back after a challenge', async () => {
    const payer = await payerOf(currency);
    const { body } = await payer.pay(CARDS.challenged);
    await payer.decide(body, 'approve');
    expect((await payer.reaches('COMPLETE')).payment?.status).toBe('EXECUTED');
  });
});

describe.each([
  ['USD', 'GW2', { gw2_metadata: { payment_token: expect.stringMatching(/^pm_/) as string } }],
  [
    'SGD',
    'GW4',
    {
      gw4_metadata: {
        customer: { id: expect.stringMatching(/^cus_/) as string },
        payment_method: { id: expect.stringMatching(/^pm_/) as string },
      },
    },
  ],
])('a card set up in %s', (currency, gateway, metadata) => {
  it(`is stored with what ${gateway} needs to charge it`, async () => {
    const payer = await Payer.of(app, sandbox, setupBody({ currency }));
    const { body } = await payer.pay(CARDS.good);
    expect(body.status).toBe('SETUP_SUCCEEDED');
    const { sender } = await payer.readLink();
    const listed = await app.send<ListPaymentMethodsResponse>(
      `GET /payment_users/${sender?.user_id}/payment_methods`,
    );
    const [method] = listed.body.payment_methods;
    expect(method).toMatchObject({
      card: { status: 'SUCCEEDED' },
      integration_metadata: { integration_id: gateway, ...metadata },
    });
  });
});
