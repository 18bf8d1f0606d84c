/** @proves promise-3, promise-15, createRefund */
import type { RefundResponse } from '@towpath/contracts/payment-link';
import { eventually } from '@towpath/testing';
import { LateMoney } from './late-money.fixture.js';
import { LossyWay } from './lossy-way.fixture.js';
import { CARDS } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, TestSandbox } from './sandbox.fixture.js';

const SECOND_MS = 1_000;
const SENT_BACK = 'The bank of the cardholder sent the refund back.';
const CURRENCY_OF = { gw1: 'HKD', gw2: 'USD', gw4: 'SGD' } as const;
const ONCE = ['PAYMENT 12500', 'REFUND 2500', 'REFUND_HOLD 2500', 'REFUND_REVERSAL 2500'];
const EVENTS = ['refund.submitted', 'refund.executed', 'refund.reversed'];

let sandbox: TestSandbox;
let way: LossyWay;
let service: TestPaymentLink;
let app: TestCustomerApp;
let money: LateMoney;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  way = await LossyWay.to(sandbox.url);
  service = await TestPaymentLink.start({ sandboxUrl: way.url });
}, START_MS);
afterAll(async () => {
  await service?.end();
  await way?.stop();
});
// An app of its own for each test: each moves its clock.
beforeEach(async () => {
  app = await service.customerApp([]);
  for (const [gateway, currency] of Object.entries(CURRENCY_OF)) {
    await app.settlementAccount(currency, { card_integration_id: gateway.toUpperCase() });
  }
  money = new LateMoney(app, sandbox);
});

const isReversed = (refundId: string) =>
  eventually(async () => {
    const { body } = await app.send<RefundResponse>(`GET /refunds/${refundId}`);
    return body.status === 'REVERSED' && body;
  });

describe('a refund that fails after its success', () => {
  it.each(Object.entries(CURRENCY_OF))(
    'gives its money back once, at %s',
    async (gateway, currency) => {
      const { paymentId, reference } = await money.payLink(CARDS.good, { currency });
      const { body } = await money.refund(paymentId, { amount: 2_500 });
      expect(body.status).toBe('EXECUTED');
      expect(await money.payment(paymentId)).toMatchObject({ amount_refunded: 2_500 });
      await sandbox.reverseRefund(reference, body.refund_id, gateway);
      const { error } = await isReversed(body.refund_id);
      expect(error).toMatchObject({ error_code: 'REFUND_NOT_ALLOWED', details: SENT_BACK });
      expect((await money.payment(paymentId)).amount_refunded ?? 0).toBe(0);
      expect(await money.transfers()).toEqual(ONCE);
      expect(await money.events('refund.')).toEqual(EVENTS);
      expect(await money.findings()).toEqual([]);
    },
  );

  it('of a charge by a stored card is reversed once, and can be made again', async () => {
    const { paymentId, reference } = await money.charge();
    const { body } = await money.refund(paymentId);
    await sandbox.reverseRefund(reference, body.refund_id);
    const { updated_at: at } = await isReversed(body.refund_id);
    await sandbox.reverseRefund(reference, body.refund_id);
    await money.callAgain(reference);
    await money.callAgain(reference);
    expect((await isReversed(body.refund_id)).updated_at).toBe(at);
    expect(await money.events('refund.')).toEqual(EVENTS);
    const again = await money.refund(paymentId);
    expect([again.body.status, again.body.amount]).toEqual(['EXECUTED', 12_500]);
    await money.callAgain(reference);
    const open = 'SELECT 1 FROM refunds WHERE follow_up_at IS NOT NULL';
    expect(await app.rows(open)).toEqual([]);
    expect(await sandbox.ledger(app.id)).toMatchObject([{ charged: 12_500, refunded: 12_500 }]);
    expect(await money.findings()).toEqual([]);
  });

  it('is executed and reversed at once when its success was not seen', async () => {
    const { paymentId, reference } = await money.payLink();
    way.loses = /\/refund$/;
    const { body } = await money.refund(paymentId, { amount: 2_500 });
    expect(body.status).toBe('SUBMITTED');
    way.loses = null;
    await sandbox.reverseRefund(reference, body.refund_id);
    await money.advance(15 * SECOND_MS);
    await isReversed(body.refund_id);
    expect(await money.transfers()).toEqual(ONCE);
    expect(await money.events('refund.')).toEqual(EVENTS);
    expect(await money.findings()).toEqual([]);
  });
});
