import { topicOf } from '@towpath/contracts';
import {
  eventually,
  HostedPayer,
  paymentOrder,
  produceRaw,
  WebhookReceiver,
  type Merchant,
} from '@towpath/testing';
import { DebitShop, type Asked } from '../clients/debit-shop.js';
import { ParkedMessages } from '../clients/parked-messages.js';
import { RunningSystem } from '../system/running-system.js';

const system = RunningSystem.open();
const parked = new ParkedMessages(system, 'webhook-dispatch');
let shop: Merchant;
let receiver: WebhookReceiver;

beforeAll(async () => {
  shop = await system.newShop();
  receiver = await WebhookReceiver.start();
  await shop.subscribe({ url: receiver.url('/shop') });
});
afterAll(() => receiver.stop());

/** What was told of the payment itself, in order of arrival. */
const told = (paymentId: string) =>
  receiver.requests
    .filter(({ body }) => body['payment_id'] === paymentId && !isPaid(body))
    .map(({ body }) => [body['sequence'], body['event_type']]);

async function startPayment() {
  const link = await shop.createLink(paymentOrder());
  const payer = await HostedPayer.open(shop.api, link.url ?? '');
  const selected = await payer.select();
  const { payment } = await shop.link(link.payment_link_id);
  const paymentId = payment?.payment_id ?? '';
  const pay = async () =>
    payer.submit(selected.attempt_id, await payer.type(selected, 'authorized'));
  return { linkId: link.payment_link_id, paymentId, pay };
}

describe('a poison message in the stream of a payment', () => {
  it('is parked with its followers, others go on, and a replay restores the order', async () => {
    const poisoned = await startPayment();
    const key = poisoned.paymentId;
    await produceRaw(system.kafkaBrokers, { topic: topicOf('payment'), key, value: '{"oops' });
    const [poison] = await eventually(
      async () => {
        const waiting = await parked.of(key);
        return waiting.length > 0 && waiting;
      },
      { deadlineMs: 30_000, describe: 'the poison to be parked' },
    );
    expect(poison).toMatchObject({ reason: 'UNREADABLE', eventName: null });

    await poisoned.pay();
    const healthy = await startPayment();
    await healthy.pay();
    await receiver.waitFor(
      ({ body }) => body['payment_link_id'] === healthy.linkId && isPaid(body),
    );
    await receiver.waitFor(
      ({ body }) => body['payment_link_id'] === poisoned.linkId && isPaid(body),
    );
    const followers = await eventually(
      async () => {
        const waiting = await parked.of(key);
        return waiting.length === 5 && waiting.slice(1);
      },
      { deadlineMs: 30_000, describe: 'four followers to be parked' },
    );
    expect(followers.map(({ reason, eventName }) => [reason, eventName])).toEqual([
      ['FOLLOWER', 'payment.authorization_started'],
      ['FOLLOWER', 'payment.authorized'],
      ['FOLLOWER', 'payment.submitted'],
      ['FOLLOWER', 'payment.executed'],
    ]);
    await toldAll(healthy.paymentId);
    expect(told(key)).toEqual([]);

    await parked.discard(poison?.id ?? '');
    await parked.replay(followers[0]?.id ?? '');
    await toldAll(key);
    expect(await parked.of(key)).toEqual([]);
  });
});

/** What an operator does who wants a key out of the way: everything of it, in its order. */
class Key {
  private readonly there: readonly ParkedMessages[];

  constructor(private readonly id: string) {
    const services = ['payment-link', 'mandate', 'webhook-dispatch'];
    this.there = services.map((service) => new ParkedMessages(system, service));
  }

  async poison(): Promise<void> {
    const raw = { topic: topicOf('mandate'), key: this.id, value: '{"oops' };
    await produceRaw(system.kafkaBrokers, raw);
    for (const parked of this.there) await this.waiting(parked, 1);
  }

  /** @param charges how many words about charges wait behind the poison */
  async discardAll(charges: number): Promise<string[]> {
    const [payments = parked, ...others] = this.there;
    const told: string[] = [];
    const [poison, ...followers] = await this.waiting(payments, 1 + charges);
    const first = await payments.discard(poison?.id ?? '');
    expect(first.sound_followers).toEqual(followers.map(({ id }) => id));
    for (const { id } of followers) {
      const { event, dependence } = await payments.discard(id);
      told.push(`${event} ${dependence}`);
    }
    for (const other of others) {
      const [head, next] = await this.waiting(other, 1);
      await other.discard(head?.id ?? '');
      if (next) await other.replay(next.id);
    }
    return told;
  }

  private waiting(parked: ParkedMessages, count: number) {
    return eventually(
      async () => {
        const waiting = await parked.of(this.id);
        return waiting.length >= count && waiting;
      },
      { deadlineMs: 30_000, describe: `${count} messages of ${this.id} to be parked` },
    );
  }
}

describe('what is discarded about direct debits', () => {
  const HOUR = 3_600;
  const WORD = 'mandate.charge_updated REPAIRED';

  async function sound(shop: DebitShop, ending: string): Promise<Asked> {
    const asked = await shop.asksOnAccount(ending);
    await shop.agreesToAutopay(asked);
    await shop.authorizes(asked.mandate_id, true);
    await shop.advance(1);
    return asked;
  }
  const paymentsOf = async (shop: DebitShop, { mandate_id: id }: Asked) =>
    (await shop.payments(id)).payments.map(({ status, amount_returned: back }) => [status, back]);

  it.each([
    ['8833', 'EXECUTED'],
    ['0005', 'FAILED'],
  ])('%s: strands no money, the payment becomes %s as at its bank', async (ending, status) => {
    const debits = await DebitShop.open(system);
    const asked = await sound(debits, ending);
    const key = new Key(asked.mandate_id);
    await key.poison();
    expect((await debits.charge(asked, 500)).status).toBe(200);
    await debits.advance(1);
    expect(await key.discardAll(2)).toEqual([WORD, WORD]);
    expect(await paymentsOf(debits, asked)).toEqual([['SUBMITTED', undefined]]);
    await debits.advance(6 * HOUR);
    expect(await paymentsOf(debits, asked)).toEqual([[status, undefined]]);
  });

  it('hides no return: the books are compared, and mandate is asked', async () => {
    const debits = await DebitShop.open(system);
    const asked = await sound(debits, '0006');
    expect((await debits.charge(asked, 500)).status).toBe(200);
    await debits.advance(1);
    expect(await paymentsOf(debits, asked)).toEqual([['EXECUTED', undefined]]);
    const key = new Key(asked.mandate_id);
    await key.poison();
    await debits.advance(48 * HOUR);
    expect(await key.discardAll(1)).toEqual([WORD]);
    expect(await paymentsOf(debits, asked)).toEqual([['EXECUTED', undefined]]);
    await debits.advance(3 * HOUR);
    expect(await paymentsOf(debits, asked)).toEqual([['EXECUTED', 500]]);
  });
});

async function toldAll(paymentId: string): Promise<void> {
  await eventually(() => told(paymentId).length === 2, {
    deadlineMs: 30_000,
    describe: () => `both webhooks of payment ${paymentId} (came: ${told(paymentId).join('; ')})`,
  });
  expect(told(paymentId)).toEqual([
    [1, 'PAYMENT_SUBMITTED'],
    [2, 'PAYMENT_EXECUTED'],
  ]);
}

function isPaid(body: Readonly<Record<string, unknown>>): boolean {
  return body['event_type'] === 'PAYMENT_LINK_PAID';
}
