/** @proves promise-3, promise-15, receiveCardCallback */
import { eventually } from '@towpath/testing';
import { LateMoney } from './late-money.fixture.js';
import { CARDS } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, TestSandbox } from './sandbox.fixture.js';

const LOST = 'The card issuer did not honour the authorization.';
const CURRENCY_OF = { gw1: 'HKD', gw2: 'USD', gw4: 'SGD' } as const;

let sandbox: TestSandbox;
let service: TestPaymentLink;
let app: TestCustomerApp;
let money: LateMoney;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
}, START_MS);
afterAll(() => service?.end());
// An app of its own for each test: each moves its clock.
beforeEach(async () => {
  app = await service.customerApp([]);
  for (const [gateway, currency] of Object.entries(CURRENCY_OF)) {
    await app.settlementAccount(currency, { card_integration_id: gateway.toUpperCase() });
  }
  money = new LateMoney(app, sandbox);
});

const isReturned = (paymentId: string) =>
  eventually(async () => {
    const payment = await money.payment(paymentId);
    return payment.amount_returned !== undefined && payment;
  });

describe('a capture that fails after its success', () => {
  it.each(Object.entries(CURRENCY_OF))(
    'takes the money of a paid link back once, at %s',
    async (gateway, currency) => {
      const { payer, paymentId, reference } = await money.payLink(CARDS.good, { currency });
      await sandbox.loseCapture(reference, gateway);
      const payment = await isReturned(paymentId);
      expect(payment).toMatchObject({
        status: 'EXECUTED',
        amount_returned: 12_500,
        return_reason: LOST,
        payment_details: { processor_details: { result: { decline_code: 'capture_failed' } } },
      });
      expect((await payer.readLink()).status).toBe('PAID');
      expect(await money.transfers()).toEqual(['PAYMENT 12500', 'RETURN 12500']);
      expect((await money.events('payment.')).slice(-2)).toEqual([
        'payment.executed',
        'payment.returned',
      ]);
      expect(await money.findings()).toEqual([]);
    },
  );

  it('takes the money of a charge by a stored card back once, however often it is reported', async () => {
    const { paymentId, reference } = await money.charge();
    await sandbox.loseCapture(reference);
    const { updated_at: at } = await isReturned(paymentId);
    await sandbox.loseCapture(reference);
    await money.callAgain(reference);
    await money.callAgain(reference);
    expect(await money.payment(paymentId)).toMatchObject({ return_reason: LOST, updated_at: at });
    expect(await money.transfers()).toEqual(['PAYMENT 12500', 'RETURN 12500']);
    expect((await money.events('payment.')).slice(-2)).toEqual([
      'payment.executed',
      'payment.returned',
    ]);
    const refused = await app.send<{ error: { error_code: string } }>(
      `POST /payments/${paymentId}/refunds`,
      {},
    );
    expect(refused.status).toBe(400);
    expect(await money.findings()).toEqual([]);
  });

  it('reported again for a paid link changes nothing', async () => {
    const { paymentId, reference } = await money.payLink();
    await sandbox.loseCapture(reference);
    const { updated_at: at } = await isReturned(paymentId);
    await money.callAgain(reference);
    expect((await money.payment(paymentId)).updated_at).toBe(at);
    const due = 'SELECT 1 FROM payment_attempts WHERE follow_up_at IS NOT NULL';
    expect(await app.rows(due)).toEqual([]);
  });

  it('and is seen before the success fails the payment, and the payer can pay again', async () => {
    const { payer, paymentId, reference } = await money.payLink(CARDS.lost);
    expect((await money.payment(paymentId)).status).toBe('SUBMITTED');
    await sandbox.loseCapture(reference);
    const failed = await eventually(async () => {
      const payment = await money.payment(paymentId);
      return payment.status === 'FAILED' && payment;
    });
    expect(failed.amount_returned).toBeUndefined();
    expect((await payer.pay(CARDS.good)).body.session_status).toBe('COMPLETE');
    expect(await money.transfers()).toEqual(['PAYMENT 12500']);
    expect(await money.findings()).toEqual([]);
  });
});
