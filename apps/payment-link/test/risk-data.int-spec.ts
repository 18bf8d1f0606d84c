import type {
  ListPaymentMethodsResponse,
  PaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import { CARDS, Payer, setupBody } from './payer.fixture.js';
import { TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, TestSandbox } from './sandbox.fixture.js';

const SEEN = {
  processor_risk_data: {
    browser_type: 'Chrome',
    device_type: 'mobile',
    shopper_country: 'HK',
    shopper_ip: '127.0.0.1',
    shopper_locale: 'zh-HK',
  },
};

let sandbox: TestSandbox;
let service: TestPaymentLink;
let app: TestCustomerApp;
beforeAll(async () => {
  sandbox = await TestSandbox.shared();
  service = await TestPaymentLink.start({ sandboxUrl: sandbox.url });
}, START_MS);
afterAll(() => service?.end());
beforeEach(async () => {
  app = await service.customerApp(['HKD']);
});

async function typed(number: string): Promise<{ userId: string; cards: PaymentMethodResponse[] }> {
  const payer = await Payer.of(app, sandbox, setupBody());
  await payer.pay(number);
  const userId = (await payer.readLink()).sender?.user_id ?? '';
  return { userId, cards: await cardsOf(userId) };
}

async function cardsOf(userId: string): Promise<PaymentMethodResponse[]> {
  const route = `GET /payment_users/${userId}/payment_methods`;
  return (await app.send<ListPaymentMethodsResponse>(route)).body.payment_methods;
}

describe('the browser that a card was typed in', () => {
  it.each([
    [CARDS.good, 'SUCCEEDED'],
    [CARDS.declined, 'FAILED'],
  ])('is recorded for the card %s, whose set-up has %s', async (number, status) => {
    const { cards } = await typed(number);
    expect(cards).toMatchObject([{ card: { status, risk_data: SEEN } }]);
    const id = cards[0]?.payment_method_id;
    const { body } = await app.send<PaymentMethodResponse>(`GET /payment_methods/${id}`);
    expect(body).toEqual(cards[0]);
  });

  it('lies encrypted in the database, and bound to its card', async () => {
    const { cards } = await typed(CARDS.good);
    await typed(CARDS.good);
    const rows = await app.rows<{ text: string; id: string }>(
      `SELECT m::text AS text, payment_method_id AS id FROM payment_methods m ORDER BY created_at`,
    );
    expect(rows).toHaveLength(2);
    expect(rows.map(({ text }) => text).join()).not.toMatch(/127\.0\.0\.1|Chrome|zh-HK/);
    await app.rows(
      `UPDATE payment_methods m SET risk_data_sealed = o.risk_data_sealed FROM payment_methods o
       WHERE m.payment_method_id = $1 AND o.payment_method_id <> $1`,
      [cards[0]?.payment_method_id],
    );
    const { status } = await app.send(`GET /payment_methods/${cards[0]?.payment_method_id}`);
    expect(status).toBe(500);
  });

  it('is in no event', async () => {
    await typed(CARDS.good);
    const [event] = await app.rows<{ text: string }>(
      `SELECT string_agg(payload::text, ',') AS text FROM outbox`,
    );
    expect(event?.text).not.toMatch(/Chrome|zh-HK/);
  });

  it('is deleted with its payer, for a card in any state', async () => {
    const { userId } = await typed(CARDS.good);
    const order = { user_id: userId, reason: 'ticket 17' };
    expect((await app.order('payment_users/erase', order)).status).toBe(200);
    const [card] = await cardsOf(userId);
    expect(card?.card).toMatchObject({ status: 'CANCELLED', card_details: { last4: '4242' } });
    expect(card?.card).not.toHaveProperty('risk_data');
    expect(await app.rows('SELECT risk_data_sealed FROM payment_methods')).toEqual([
      { risk_data_sealed: null },
    ]);
  });
});
