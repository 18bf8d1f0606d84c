/** @proves promise-3 */
import { paymentOrder, type TestCard } from '@towpath/testing';
import { Payers } from '../clients/browser-payer.js';
import { RunningSystem } from '../system/running-system.js';

const system = RunningSystem.open();
const shop = system.shop();
let payers: Payers;

beforeAll(async () => {
  payers = await Payers.start();
});
afterEach(() => payers.leave());
afterAll(() => payers.stop());

async function openLink() {
  const link = await shop.createPaymentLink({ body: paymentOrder() });
  const payer = await payers.open(link.url ?? '');
  const read = () => shop.link(link.payment_link_id);
  return { link, payer, read };
}

describe('a card that is refused', () => {
  it('a payer replaces a refused card on the same link and pays', async () => {
    const { payer, read } = await openLink();
    await payer.pays('declined');
    await payer.sees('Your card was declined');
    await payer.reads('You have not been charged.');
    const refused = await read();
    expect(refused).toMatchObject({
      status: 'CREATED',
      session_status: 'FAILED',
      payment: { status: 'FAILED', error: { error_code: 'PAYMENT_METHOD_DECLINED' } },
    });
    await payer.presses('Try again');
    await payer.pays('mastercard');
    await payer.sees('Payment complete');
    const paid = await read();
    expect(paid).toMatchObject({ status: 'PAID', payment: { status: 'EXECUTED' } });
    expect(paid.payment?.payment_id).not.toBe(refused.payment?.payment_id);
  });

  it.each<[TestCard, string, string]>([
    ['insufficientFunds', 'Not enough funds', 'INSUFFICIENT_FUNDS'],
    ['expired', 'Your card has expired', 'PAYMENT_METHOD_EXPIRED'],
  ])('a card refused with %s is explained as "%s"', async (card, title, code) => {
    const { payer, read } = await openLink();
    await payer.pays(card);
    await payer.sees(title);
    await payer.reads('You have not been charged.');
    expect(await read()).toMatchObject({
      session_status: 'FAILED',
      payment: { status: 'FAILED', error: { error_code: code } },
    });
  });
});

describe('a challenge by the bank of a card', () => {
  it('is approved by the payer, and the link is paid', async () => {
    const { payer, read } = await openLink();
    await payer.pays('challenge');
    await payer.decides('Approve');
    await payer.sees('Payment complete');
    expect(await read()).toMatchObject({ status: 'PAID', payment: { status: 'EXECUTED' } });
  });

  it('is refused by the payer, who may try again', async () => {
    const { payer, read } = await openLink();
    await payer.pays('challenge');
    await payer.decides('Refuse');
    await payer.sees('Your bank could not confirm it was you');
    expect(await read()).toMatchObject({
      status: 'CREATED',
      session_status: 'FAILED',
      payment: { status: 'FAILED', error: { error_code: 'AUTHENTICATION_FAILED' } },
    });
    await payer.presses('Try again');
    await payer.pays('authorized');
    await payer.sees('Payment complete');
  });
});

describe('two tabs of one link', () => {
  it('two tabs of one link make one payment', async () => {
    const { link, payer, read } = await openLink();
    const other = await payer.anotherTab(link.url ?? '');
    await other.types('mastercard');
    await payer.pays('authorized');
    await payer.sees('Payment complete');
    await other.mainButton.click();
    await other.sees('Payment complete');
    await other.reads('Visa ending in 4242');
    const { payment } = await read();
    const { payments } = await shop.listPayments({
      query: { user_id: payment?.sender?.user_id, statuses: ['EXECUTED'] },
    });
    expect(payments.map(({ payment_id: id }) => id)).toEqual([payment?.payment_id]);
  });
});
