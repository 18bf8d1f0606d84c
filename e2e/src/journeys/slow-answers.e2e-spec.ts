/** @proves promise-10 */
import { HostedPayer, paymentOrder, type Merchant, type TestCard } from '@towpath/testing';
import { gatewayLedger } from '../clients/card-gateway.js';
import { TopicReader } from '../clients/topic-reader.js';
import { RunningSystem } from '../system/running-system.js';

const system = RunningSystem.open();
let shop: Merchant;
let topics: TopicReader;

beforeAll(async () => {
  shop = await system.newShop();
  // Time stands still between the steps, so each of them is seen.
  await shop.updateTestClock({ body: { frozen: true } });
  topics = await TopicReader.start(system, ['payment']);
});
afterAll(() => topics.stop());

async function payWith(card: TestCard) {
  const link = await shop.createPaymentLink({ body: paymentOrder() });
  const payer = await HostedPayer.open(shop.api, link.url ?? '');
  const { body: view } = await payer.pay(card);
  const read = () => shop.link(link.payment_link_id);
  const charges = async () => {
    const { payment } = await read();
    const ledger = await gatewayLedger(system, shop.customerAppId);
    return ledger.filter(({ payment_id: id }) => id === payment?.payment_id);
  };
  return { view, payer, read, charges };
}

describe('a lost answer of the gateway', () => {
  it('blocks another attempt until a scheduled question finds that the card was charged', async () => {
    const { view, payer, read, charges } = await payWith('answerLost');
    expect(view).toMatchObject({ status: 'CREATED', session_status: 'PROCESSING' });
    expect(view.money_moved).toBe('UNKNOWN');
    await expect(payer.select()).rejects.toThrow('INVALID_PAYMENT_LINK_STATUS');
    await shop.advanceClock(10);
    expect(await read()).toMatchObject({ status: 'PAID', payment: { status: 'EXECUTED' } });
    expect(await charges()).toMatchObject([{ charged: 12_500, captures: 1, refunded: 0 }]);
  });
});

describe('a late authorization of a card', () => {
  it('shows PROCESSING for 30 seconds of the clock, then PAID', async () => {
    const { view, read, charges } = await payWith('late');
    expect(view.session_status).toBe('PROCESSING');
    await shop.advanceClock(29);
    expect(await read()).toMatchObject({ status: 'CREATED', session_status: 'PROCESSING' });
    await shop.advanceClock(1);
    expect(await read()).toMatchObject({ status: 'PAID', session_status: 'COMPLETE' });
    expect(await charges()).toMatchObject([{ charged: 12_500, captures: 1 }]);
  });
});

describe('repeated answers of the gateway that arrive out of order', () => {
  it('have one effect', async () => {
    const { read, charges } = await payWith('outOfOrder');
    await shop.advanceClock(60);
    const { payment, status } = await read();
    expect([status, payment?.status]).toEqual(['PAID', 'EXECUTED']);
    expect(await charges()).toMatchObject([{ charged: 12_500, captures: 1, refunded: 0 }]);
    const events = await topics.events(payment?.payment_id ?? '', { last: 'payment.executed' });
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('a charge that fails after its authorization', () => {
  it('is a failed payment, and the link stays open', async () => {
    const { view, read, charges } = await payWith('captureFails');
    expect(view).toMatchObject({ status: 'CREATED', session_status: 'FAILED', money_moved: 'NO' });
    expect(await read()).toMatchObject({ payment: { status: 'FAILED' } });
    expect(await charges()).toEqual([]);
  });
});
