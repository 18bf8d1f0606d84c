import {
  callsToStripe,
  eventually,
  HostedPayer,
  paymentOrder,
  setupOrder,
  stripeCardIn,
  typeStripeCard,
} from '@towpath/testing';
import { Payers } from '../clients/browser-payer.js';
import type { BrowserRecord } from '../clients/browser-record.js';
import { StripeMerchant } from '../clients/stripe-merchant.js';
import { RunningSystem } from '../system/running-system.js';

const GOOD = '4242 4242 4242 4242';
const MASTERCARD = '5555 5555 5555 4444';
const DECLINED = '4000 0000 0000 0002';
const CHALLENGED = '4000 0027 6000 3184';
const LATE_MS = 10_000;

const system = RunningSystem.open();
let merchant: StripeMerchant;
let payers: Payers;
let record: BrowserRecord;

beforeAll(async () => {
  [merchant, payers] = await Promise.all([StripeMerchant.open(system), Payers.start()]);
});
afterEach(() => expect(record.faults).toEqual([]));
afterEach(() => payers.leave());
afterAll(() => payers.stop());

async function openLink(order = paymentOrder()) {
  const opened = await merchant.opens(payers, order);
  ({ record } = opened);
  return opened;
}

/** Stores a card in a browser; its ID. The payer consents to later charges. */
async function store(): Promise<string> {
  const payment_setup_options = { future_payments: 'AUTOPAY' } as const;
  const { payer, read } = await openLink(setupOrder({ payment_setup_options }));
  await payer.paysAtStripe(GOOD);
  await payer.sees('Card saved');
  const { payment_method: method, sender } = await read();
  await merchant.shop.updatePaymentUser({
    path: { paymentUserId: sender?.user_id ?? '' },
    body: { autopay_consent: true },
  });
  return method?.payment_method_id ?? '';
}

describe('a payer with the card fields of Stripe', () => {
  it('is declined, and pays the same link with another card', async () => {
    const { payer, read } = await openLink();
    await payer.paysAtStripe(DECLINED);
    await payer.sees('Your card was declined');
    await payer.reads('You have not been charged.');
    await payer.presses('Try again');
    await payer.paysAtStripe(MASTERCARD);
    await payer.sees('Payment complete');
    const { status, payment } = await read();
    expect(status).toBe('PAID');
    const [paid, declined] = await merchant.intents();
    expect(paid?.id).toBe((await merchant.intentOf(payment?.payment_id ?? '')).id);
    expect([paid?.status, declined?.status]).toEqual(['succeeded', 'canceled']);
  });

  it('refuses at the bank, and pays the same link at a second try', async () => {
    const { payer, read } = await openLink();
    await payer.paysAtStripe(CHALLENGED);
    await payer.decides('Refuse');
    await payer.sees('Your bank could not confirm it was you');
    await payer.presses('Try again');
    await payer.paysAtStripe(GOOD);
    await payer.sees('Payment complete');
    expect(await read()).toMatchObject({ status: 'PAID', payment: { status: 'EXECUTED' } });
  });

  it('stores a card, which is later charged without the payer', async () => {
    const methodId = await store();
    const payment = await merchant.shop.createPayment({
      body: {
        ...{ amount: 4_500, currency: 'HKD', payment_method_id: methodId },
        payment_details: { description: 'Second month' },
      },
    });
    expect(payment.status).toBe('EXECUTED');
    expect(await merchant.intentOf(payment.payment_id)).toMatchObject({
      status: 'succeeded',
      amount_received: 4_500,
      customer: expect.stringMatching(/^cus_/) as string,
    });
  });

  it('sees a changed surcharge, keeps what was typed, and pays what is shown', async () => {
    await merchant.setSurcharge('30+250');
    const { payer, link } = await openLink();
    const { page, mainButton } = payer;
    await typeStripeCard(page, MASTERCARD);
    await mainButton.filter({ hasText: 'HK$128.42' }).waitFor();
    // In another tab the payer gives up the choice that had this price.
    const { status } = await (await HostedPayer.open(merchant.shop.api, link.url ?? '')).change();
    expect(status).toBe(200);
    await merchant.setSurcharge('100+250');
    await mainButton.click();
    await payer.reads('You have not been charged.');
    await mainButton.filter({ hasText: 'HK$129.12' }).waitFor();
    await eventually(async () => {
      const calls = await callsToStripe(page);
      return calls.some(({ name, given }) => name === 'update' && given['amount'] === 12_912);
    });
    expect(await stripeCardIn(page).locator('#number').inputValue()).toBe(MASTERCARD);
    await mainButton.click();
    await payer.sees('Payment complete');
    const { payment } = await merchant.shop.link(link.payment_link_id);
    expect(await merchant.intentOf(payment?.payment_id ?? '')).toMatchObject({
      status: 'succeeded',
      amount_received: 12_912,
    });
    await merchant.setSurcharge();
  });

  it('waits for a slow answer, and submits once however often it is pressed', async () => {
    await merchant.confirmsLate(LATE_MS);
    const known = await merchant.intents();
    const { payer, read } = await openLink();
    const begin = performance.now();
    await payer.paysAtStripe(GOOD);
    const { mainButton } = payer;
    await mainButton.filter({ hasText: 'Sending your payment…' }).waitFor();
    expect(await mainButton.getAttribute('aria-disabled')).toBe('true');
    for (let pressed = 0; pressed < 3; pressed += 1) await mainButton.click({ force: true });
    await payer.sees('Payment complete');
    expect(performance.now() - begin).toBeGreaterThan(LATE_MS);
    expect(record.count('POST /payment_links/hosted/submit_card')).toBe(1);
    expect((await merchant.intents()).length).toBe(known.length + 1);
    expect(await read()).toMatchObject({ status: 'PAID', payment: { status: 'EXECUTED' } });
  });

  it('is charged what our books have, and nothing is left open at Stripe', async () => {
    const { ours, theirs } = await merchant.books();
    expect(ours).toEqual(theirs);
    expect(ours.length).toBeGreaterThan(3);
    const ends = new Set((await merchant.intents()).map(({ status }) => status));
    // An intent that was made while a payer typed, and never confirmed, takes no money.
    ends.delete('requires_payment_method');
    expect([...ends].sort()).toEqual(['canceled', 'succeeded']);
  });
});
