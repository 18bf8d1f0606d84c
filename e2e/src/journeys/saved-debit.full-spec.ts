import type { UpdateTestClockRequest } from '@towpath/contracts';
import type { PaymentLinkResponse } from '@towpath/contracts/payment-link';
import {
  eventually,
  HostedPayer,
  paymentOrder,
  setupOrder,
  type WebhookReceiver,
  type Merchant,
} from '@towpath/testing';
import { Payers } from '../clients/browser-payer.js';
import { RunningSystem } from '../system/running-system.js';

const WAIT = { deadlineMs: 45_000 };
const system = RunningSystem.open();
let payers: Payers;
let shop: Merchant;
let receiver: WebhookReceiver;

beforeAll(async () => {
  [payers, receiver] = await Promise.all([Payers.start(), system.webhookReceiver()]);
});
beforeEach(async () => {
  shop = await system.newShop();
  await shop.createWebhookEndpoint({ body: { url: receiver.url('/shop') } });
});
afterEach(() => payers.leave());
afterAll(() => Promise.all([payers.stop(), receiver.stop()]));

const sender = { external_user_id: 'who-returns', name: 'Chan Tai Man' };

/** Somebody sets up a direct debit on a link of the shop, to start payments with it later. */
async function saved(ending: string): Promise<string> {
  const payment_setup_options = {
    future_payments: 'CLICK_TO_PAY' as const,
    payment_method_types: ['MANDATE' as const],
  };
  const link = await shop.createPaymentLink({
    body: setupOrder({ sender, payment_setup_options }),
  });
  const payer = await HostedPayer.open(shop.api, link.url ?? '');
  const mandateId = await payer.debit(`012-345678-${ending}`);
  const { payment_link_id: id } = link;
  await eventually(async () => (await shop.link(id)).status === 'SETUP_SUCCEEDED', WAIT);
  return mandateId;
}

const later = (terms: object = {}): Promise<PaymentLinkResponse> =>
  shop.createPaymentLink({ body: paymentOrder({ sender, ...terms }) });

const mandate = (id: string) => shop.getMandate({ path: { mandateId: id } });

const clock = (move: UpdateTestClockRequest) => shop.moveClock(move);

describe('a payer who comes back to a saved direct debit', () => {
  it('sees bank and account, chooses them, waits for the bank, and has paid, in Korean', async () => {
    const mandateId = await saved('8833');
    await clock({ frozen: true });
    const customizations = { language: 'ko', ui_mode: 'standalone' } as const;
    const link = await later({ link_customizations: customizations });
    const payer = await payers.open(link.url ?? '');
    await payer.sees('결제 수단을 선택해 주세요');
    await payer.presses('Test Bank 계좌 (끝자리 8833)에서 결제');
    await payer.sees('결제를 확인하는 중');
    const waiting = await shop.link(link.payment_link_id);
    expect([waiting.session_status, waiting.payment?.status]).toEqual(['PROCESSING', 'SUBMITTED']);
    await clock({ advance_seconds: 2 });
    await payer.sees('결제가 완료되었습니다');
    const paid = await shop.link(link.payment_link_id);
    const { payment_method_id } = await mandate(mandateId);
    expect(paid).toMatchObject({
      status: 'PAID',
      payment: { type: 'MANDATE', status: 'EXECUTED', amount: 12_500, payment_method_id },
    });
    const { payment_link_id } = link;
    const webhook = await receiver.waitFor(
      ({ body }) =>
        body['event_type'] === 'PAYMENT_LINK_PAID' && body['payment_link_id'] === payment_link_id,
    );
    expect(webhook.body['payment_id']).toBe(paid.payment?.payment_id);
  });

  it('sees that the bank refused the direct debit, and pays by card instead', async () => {
    const mandateId = await saved('0005');
    const link = await later();
    const payer = await payers.open(link.url ?? '');
    const offer = 'Pay from Test Bank, account ending in\u00a00005';
    await payer.presses(offer);
    await payer.sees('Not enough funds');
    await payer.reads('You have not been charged.');
    await payer.presses('Try again');
    await payer.sees('Choose how to pay');
    await payer.page.getByRole('button', { name: offer }).waitFor();
    await payer.pays('authorized');
    await payer.sees('Payment complete');
    const paid = await shop.link(link.payment_link_id);
    expect([paid.status, paid.payment?.type]).toEqual(['PAID', 'CARD']);
    expect((await mandate(mandateId)).status).toBe('SUCCEEDED');
  });

  it('sees that the saved direct debit has ended, and pays by card on the same page', async () => {
    const mandateId = await saved('8833');
    const link = await later();
    const payer = await payers.open(link.url ?? '');
    await payer.seesCardForm();
    await shop.updateTestMandateStatus({ path: { mandateId }, body: { status: 'REVOKED' } });
    await payer.presses('Pay from Test Bank, account ending in\u00a08833');
    await payer.reads('This direct debit can no longer be used for this payment.');
    const gone = payer.page.getByRole('button', { name: 'Pay from Test Bank' });
    await gone.waitFor({ state: 'detached' });
    await payer.pays('authorized');
    await payer.sees('Payment complete');
    const paid = await shop.link(link.payment_link_id);
    expect([paid.status, paid.payment?.type]).toEqual(['PAID', 'CARD']);
  });
});
