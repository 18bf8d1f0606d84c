import { InvalidPaymentLinkStatusError } from '@towpath/sdk';
import { eventually, paymentOrder, type Merchant } from '@towpath/testing';
import { Payers } from '../clients/browser-payer.js';
import { RunningSystem } from '../system/running-system.js';

const DAY_MS = 86_400_000;
const RETURN_PAGE = 'http://127.0.0.1:8090/callback';

const system = RunningSystem.open();
let shop: Merchant;
let payers: Payers;

beforeAll(async () => {
  shop = await system.newShop({ currencies: ['HKD', 'JPY', 'KWD'] });
  payers = await Payers.start();
});
afterEach(() => payers.leave());
afterAll(() => payers.stop());

describe('an amount of a payment link', () => {
  it.each([
    ['HKD', 12_500, 'HK$125.00'],
    ['JPY', 12_500, '¥12,500'],
    ['KWD', 12_500, '12.500'],
  ])('%s %i is shown as %s, charged and booked exactly', async (currency, amount, shown) => {
    const link = await shop.createPaymentLink({ body: paymentOrder({ currency, amount }) });
    const payer = await payers.open(link.url ?? '');
    await payer.seesCardForm();
    await payer.reads(shown);
    await payer.pays('authorized');
    await payer.sees('Payment complete');
    const { payment } = await shop.link(link.payment_link_id);
    expect(payment).toMatchObject({ status: 'EXECUTED', amount, currency });
  });
});

describe('a link with a way back', () => {
  it('a link with a return address sends the payer back with the IDs of link and order', async () => {
    const link_customizations = { ui_mode: 'redirect', redirect_uri: RETURN_PAGE } as const;
    const order = paymentOrder({ link_customizations });
    const link = await shop.createPaymentLink({ body: order });
    const payer = await payers.open(link.url ?? '');
    await payer.page.route(`${RETURN_PAGE}*`, (route) =>
      route.fulfill({ body: 'Back in the shop' }),
    );
    await payer.pays('authorized');
    await payer.sees('Payment complete');
    await payer.page.getByRole('link', { name: 'Return to Own Shop' }).click();
    await payer.reads('Back in the shop');
    const { searchParams } = new URL(payer.page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      payment_link_id: link.payment_link_id,
      unique_reference_id: order.unique_reference_id,
    });
  });

  it('a link with a return address takes the token out of the address', async () => {
    const link = await shop.createPaymentLink({ body: paymentOrder() });
    const payer = await payers.open(link.url ?? '');
    await payer.seesCardForm();
    expect(payer.page.url()).not.toContain('token');
    await payer.page.reload();
    await payer.seesCardForm();
  });
});

describe('a link that ends without a payment', () => {
  it('the page of a cancelled link says so, and takes no card', async () => {
    const link = await shop.createPaymentLink({ body: paymentOrder() });
    const payer = await payers.open(link.url ?? '');
    await payer.types('authorized');
    const path = { paymentLinkId: link.payment_link_id };
    expect(await shop.cancelPaymentLink({ path })).toMatchObject({ status: 'CANCELLED' });
    await payer.mainButton.click();
    await payer.sees('This payment was cancelled');
    const { status, session_status } = await shop.link(link.payment_link_id);
    expect([status, session_status]).not.toContain('PAID');
    const again = shop.cancelPaymentLink({ path });
    await expect(again).rejects.toThrow(InvalidPaymentLinkStatusError);
  });

  it('a link expires after its 30 days, on the page and for the webhook consumer', async () => {
    const own = await system.newShop();
    const receiver = await system.webhookReceiver();
    await own.createWebhookEndpoint({
      body: { url: receiver.url('/own'), event_types: ['PAYMENT_LINK_*'] },
    });
    const link = await own.createPaymentLink({ body: paymentOrder() });
    await own.advanceClock(29 * 86_400);
    expect(await own.link(link.payment_link_id)).toMatchObject({ status: 'CREATED' });
    await own.advanceClock(2 * 86_400);
    const expired = await eventually(async () => {
      const read = await own.link(link.payment_link_id);
      return read.status === 'EXPIRED' && read;
    });
    expect(expired.session_status).toBe('OPEN');
    const payer = await payers.open(link.url ?? '');
    await payer.sees('This payment link has expired');
    const webhook = await receiver.waitFor(() => true, { describe: 'PAYMENT_LINK_EXPIRED' });
    expect(webhook.body).toMatchObject({
      event_type: 'PAYMENT_LINK_EXPIRED',
      payment_link_id: link.payment_link_id,
    });
    // On the app's clock, not on ours.
    const happened = Date.parse(String(webhook.body['event_time']));
    const days = (happened - Date.parse(link.created_at ?? '')) / DAY_MS;
    expect(Math.round(days)).toBe(30);
    await receiver.stop();
  });
});
