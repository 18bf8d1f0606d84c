/** @proves promise-3 */
import { createHmac } from 'node:crypto';
import type { PaymentResponse, RefundResponse } from '@towpath/contracts/payment-link';
import { CardGatewayRegistry } from '../src/cards/card-gateways/ports.js';
import { CARDS, linkBody, Payer, setupBody } from './payer.fixture.js';
import { send, TestPaymentLink, type TestCustomerApp } from './payment-link.fixture.js';
import { START_MS, type TestSandbox } from './sandbox.fixture.js';
import { StripeShop } from './stripe-shop.fixture.js';

const CROWD = 64;
const MINUTE_MS = 60_000;
const PAID = 12_500;

let service: TestPaymentLink;
let shop: StripeShop;
let app: TestCustomerApp;

beforeAll(async () => {
  service = await TestPaymentLink.start();
  shop = await StripeShop.open();
  const registry = service.app.get(CardGatewayRegistry);
  Object.assign(registry, new CardGatewayRegistry([...registry.all(), shop.connector()]));
  await shop.listen(`${service.publicUrl}/callbacks/cards/GW4`);
}, START_MS);
afterAll(() => service?.end());
beforeEach(async () => {
  app = await service.customerApp([]);
  await app.settlementAccount('HKD', { card_integration_id: 'GW4', card_connector: 'stripe' });
  // Call-backs come from the tests, at the moment of the race.
  await shop.settings({ webhooks: 'never', faults: [] });
});

interface Intent {
  readonly id: string;
  readonly status: string;
  readonly metadata: { readonly customer_app_id?: string };
}

const crowd = <T>(work: (index: number) => Promise<T>, size = CROWD): Promise<T[]> =>
  Promise.all(Array.from({ length: size }, (_, index) => work(index)));

const payerOf = (body?: object) => Payer.of(app, {} as TestSandbox, body);

interface Submitted {
  readonly status: number;
  /** To the bank of the card. */
  readonly url?: string | undefined;
  /** Submits the same card again. */
  readonly again?: () => Promise<unknown>;
}

async function submit(payer: Payer, number: string): Promise<Submitted> {
  const { status, body } = await payer.select();
  if (status !== 200) return { status };
  const card = { token: await shop.tokenize(number), last4: number.slice(-4) };
  const answer = await payer.submitToken(body.attempt_id, card);
  const again = () => payer.submitToken(body.attempt_id, card);
  return { status: answer.status, url: answer.body.attempt?.redirect_url, again };
}

const isOurs = ({ metadata }: Intent) => metadata.customer_app_id === app.id;
const intents = async () => (await shop.list<Intent>('payment_intents?limit=100')).filter(isOurs);

/** What Stripe moved for the app: kind and amount. */
async function moved(): Promise<[string, number][]> {
  const lines = await shop.list<{ type: string; amount: number; source: Intent }>(
    'balance_transactions?limit=100&expand[]=data.source',
  );
  return lines
    .filter(({ source }) => isOurs(source))
    .map(({ type, amount }): [string, number] => [type, amount]);
}

const booked = async () => {
  const rows = await app.rows<{ kind: string; amount: number }>(
    `SELECT kind, sum(amount)::int AS amount FROM ledger_transfers GROUP BY kind ORDER BY kind`,
  );
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, amount]));
};

/** A call-back as if somebody had done it at Stripe's own pages: what we caused ourselves tells nothing. */
async function signed(type: string): Promise<() => Promise<unknown>> {
  const events = await shop.list<{ data: { object: Intent } }>(`events?type=${type}&limit=100`);
  const event = events.find(({ data }) => isOurs(data.object));
  const body = JSON.stringify({ ...event, request: { id: null, idempotency_key: null } });
  const at = Math.floor(Date.now() / 1_000);
  const secret = shop.credentials.secrets[0]?.secret ?? '';
  const mac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'stripe-signature': `t=${at},v1=${mac}`,
  };
  return () => fetch(`${service.publicUrl}/callbacks/cards/GW4`, { method: 'POST', headers, body });
}

async function settle(offsetMs: number): Promise<void> {
  await app.moveClock(offsetMs);
  await service.dueJobs.runFor(app.id);
}

/** Both sides have one payment, or neither has one; nothing is held. */
async function agree(payer: Payer): Promise<string> {
  const { status } = await payer.readLink();
  expect(['PAID', 'CANCELLED']).toContain(status);
  const isPaid = status === 'PAID';
  expect(await moved()).toEqual(isPaid ? [['charge', PAID]] : []);
  expect(await booked()).toEqual(isPaid ? { PAYMENT: PAID } : {});
  const statuses = (await intents()).map((intent) => intent.status);
  expect(statuses.filter((each) => each === 'succeeded')).toHaveLength(isPaid ? 1 : 0);
  expect(statuses.filter((each) => each === 'requires_capture')).toEqual([]);
  return status;
}

describe('64 at once, at Stripe', () => {
  it(
    'pay one link once',
    async () => {
      const payer = await payerOf();
      const tabs = await crowd(() => Payer.open(app, {} as TestSandbox, payer.link));
      await app.warmUp();
      const answers = await crowd((index) => submit(tabs[index] as Payer, CARDS.good));
      expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
      await settle(MINUTE_MS);
      expect(await agree(payer)).toBe('PAID');
    },
    START_MS,
  );

  it(
    'set up cards of one payer, who stays one customer',
    async () => {
      const sender = { external_user_id: 'one', name: 'Wong Mei' };
      const payers = await crowd(() => payerOf(setupBody({ sender })), 16);
      await app.warmUp();
      await Promise.all(payers.map((payer) => submit(payer, CARDS.good)));
      // Stripe refuses a key that is in use. Nobody waits for the schedule: it asks after half a minute.
      for (const payer of payers)
        expect((await payer.reaches('COMPLETE')).status).toBe('SETUP_SUCCEEDED');
      const customers = await shop.list<Intent>('customers?limit=100');
      expect(customers.filter(isOurs)).toHaveLength(1);
    },
    START_MS,
  );

  it.each([0, 8])(
    'return from the bank, call back, repeat, ask and (%d of them) cancel: paid once, or not at all',
    async (cancels) => {
      const payer = await payerOf();
      const { url, again } = await submit(payer, CARDS.challenged);
      const way = await payer.walk(url);
      const back = await shop.decide(way.headers.get('location') ?? '', 'approve');
      const callBack = await signed('payment_intent.amount_capturable_updated');
      // The time of the first question has come as well.
      await app.moveClock(MINUTE_MS);
      await app.warmUp();
      const acts = [
        () => payer.walk(back),
        callBack,
        () => again?.(),
        () => service.dueJobs.runFor(app.id),
      ];
      await crowd(async (index) => {
        if (index % 8 === 0 && index / 8 < cancels)
          return app.send(`POST /payment_links/${payer.linkId}/cancel`);
        return acts[index % acts.length]?.();
      });
      await settle(3 * MINUTE_MS);
      const status = await agree(payer);
      if (cancels === 0) expect(status).toBe('PAID');
    },
    START_MS,
  );

  it.each(['payment_intents', 'payment_intents/*/confirm', 'payment_intents/*/capture'])(
    'ask, call back, repeat and cancel after POST %s had no answer',
    async (path) => {
      await shop.fault(`POST ${path}`, 'lost');
      const payer = await payerOf();
      const { again } = await submit(payer, CARDS.good);
      const callBack = await signed('payment_intent.created');
      await app.moveClock(MINUTE_MS);
      await app.warmUp();
      const cancel = () => app.send(`POST /payment_links/${payer.linkId}/cancel`);
      const acts = [() => service.dueJobs.runFor(app.id), callBack, () => again?.(), cancel];
      await crowd(async (index) => acts[index % acts.length]?.());
      await settle(3 * MINUTE_MS);
      await settle(10 * MINUTE_MS);
      await agree(payer);
    },
    START_MS,
  );

  it(
    'charge a stored card once under one key',
    async () => {
      const payer = await payerOf(setupBody());
      await submit(payer, CARDS.good);
      const { payment_method: method, sender } = await payer.readLink();
      await app.send(`POST /payment_users/${sender?.user_id}`, { autopay_consent: true });
      const body = {
        ...{ amount: PAID, currency: 'HKD', payment_details: {} },
        payment_method_id: method?.payment_method_id,
      };
      const headers = { 'idempotency-key': 'crowd' };
      await app.warmUp();
      const answers = await crowd(() =>
        send<PaymentResponse>(service.publicUrl, {
          ...{ route: 'POST /payments', token: app.token, body, headers },
        }),
      );
      expect(new Set(answers.map((answer) => answer.body.payment_id)).size).toBe(1);
      await settle(MINUTE_MS);
      expect(await moved()).toEqual([['charge', PAID]]);
      expect(await booked()).toEqual({ PAYMENT: PAID });
    },
    START_MS,
  );
});

describe('64 refunds of one payment at once, at Stripe', () => {
  const paid = async () => {
    const payer = await payerOf(linkBody());
    await submit(payer, CARDS.good);
    const { payment } = await payer.readLink();
    await app.warmUp();
    return (key: string, amount: number) =>
      send<RefundResponse>(service.publicUrl, {
        route: `POST /payments/${payment?.payment_id}/refunds`,
        ...{ token: app.token, body: { amount }, headers: { 'idempotency-key': key } },
      });
  };

  it(
    'give back no more than was paid',
    async () => {
      const refund = await paid();
      const answers = await crowd((index) => refund(`refund ${index}`, 400));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(31);
      await settle(3 * MINUTE_MS);
      const back = (await moved()).filter(([type]) => type === 'refund');
      expect(back).toEqual(Array.from({ length: 31 }, () => ['refund', -400]));
      const sum = 31 * 400;
      expect(await booked()).toEqual({ PAYMENT: PAID, REFUND_HOLD: sum, REFUND: sum });
    },
    START_MS,
  );

  it(
    'under one key, with lost answers, questions and call-backs between them, give back once',
    async () => {
      const refund = await paid();
      await shop.fault('POST refunds', 'lost', 2);
      await refund('one', 2_500);
      const callBack = await signed('refund.created');
      await app.moveClock(2 * MINUTE_MS);
      const acts = [() => refund('one', 2_500), callBack, () => service.dueJobs.runFor(app.id)];
      await crowd(async (index) => acts[index % acts.length]?.());
      await settle(10 * MINUTE_MS);
      const back = (await moved()).filter(([type]) => type === 'refund');
      expect(back).toEqual([['refund', -2_500]]);
      expect(await booked()).toEqual({ PAYMENT: PAID, REFUND_HOLD: 2_500, REFUND: 2_500 });
    },
    START_MS,
  );
});
