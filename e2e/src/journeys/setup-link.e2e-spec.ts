import { setupOrder } from '@towpath/testing';
import { Payers } from '../clients/browser-payer.js';
import { gatewayLedger } from '../clients/card-gateway.js';
import { TopicReader } from '../clients/topic-reader.js';
import { RunningSystem } from '../system/running-system.js';

const system = RunningSystem.open();
let payers: Payers;
let topics: TopicReader;

beforeAll(async () => {
  payers = await Payers.start();
  topics = await TopicReader.start(system, ['payment-link', 'payment-method']);
});
afterEach(() => payers.leave());
afterAll(() => Promise.all([payers.stop(), topics.stop()]));

describe('a link that stores a card', () => {
  it('ends as SETUP_SUCCEEDED, and the listed card can be cancelled', async () => {
    const shop = await system.newShop();
    const link = await shop.createPaymentLink({ body: setupOrder() });
    const payer = await payers.open(link.url ?? '');
    await payer.pays('authorized');
    await payer.sees('Card saved');
    const done = await shop.link(link.payment_link_id);
    expect(done).toMatchObject({ status: 'SETUP_SUCCEEDED', session_status: 'COMPLETE' });

    const userId = done.sender?.user_id ?? '';
    const { payment_methods: listed } = await shop.listPaymentMethods({
      path: { paymentUserId: userId },
    });
    expect(listed).toMatchObject([
      {
        payment_method_type: 'CARD',
        card: { status: 'SUCCEEDED', card_details: { brand: 'Visa', last4: '4242' } },
      },
    ]);
    expect(await gatewayLedger(system, shop.customerAppId)).toEqual([]);

    const methodId = listed[0]?.payment_method_id ?? '';
    const path = { paymentMethodId: methodId };
    await shop.cancelPaymentMethod({ path });
    expect(await shop.getPaymentMethod({ path })).toMatchObject({
      card: { status: 'CANCELLED' },
    });
    const events = await topics.events(methodId, { last: 'payment_method.cancelled' });
    expect(events.map(({ name }) => name)).toEqual([
      'payment_method.created',
      'payment_method.succeeded',
      'payment_method.cancelled',
    ]);
    const ofLink = await topics.events(link.payment_link_id, {
      last: 'payment_link.setup_succeeded',
    });
    expect(ofLink.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });
});
