/** @takes 35 s */
import { topicOf } from '@towpath/contracts';
import { eventually, produceRaw } from '@towpath/testing';
import { DebitShop, type Asked } from '../clients/debit-shop.js';
import { ParkedMessages } from '../clients/parked-messages.js';
import { RunningSystem } from '../system/running-system.js';

const system = RunningSystem.open();

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
    const [payments, ...others] = this.there as [ParkedMessages, ...ParkedMessages[]];
    const lines: string[] = [];
    const [poison, ...followers] = await this.waiting(payments, 1 + charges);
    const first = await payments.discard(poison?.id ?? '');
    expect(first.sound_followers).toEqual(followers.map(({ id }) => id));
    for (const { id } of followers) {
      const { event, dependence } = await payments.discard(id);
      lines.push(`${event} ${dependence}`);
    }
    for (const other of others) {
      const [head, next] = await this.waiting(other, 1);
      await other.discard(head?.id ?? '');
      if (next) await other.replay(next.id);
    }
    return lines;
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

describe('an operator who discards messages about a direct debit', () => {
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
  ])(
    'loses no money: the payment of account %s becomes %s, as at its bank',
    async (ending, status) => {
      const debits = await DebitShop.open(system);
      const asked = await sound(debits, ending);
      const key = new Key(asked.mandate_id);
      await key.poison();
      await debits.charge(asked, 500);
      await debits.advance(1);
      expect(await key.discardAll(2)).toEqual([WORD, WORD]);
      expect(await paymentsOf(debits, asked)).toEqual([['SUBMITTED', undefined]]);
      await debits.advance(6 * HOUR);
      expect(await paymentsOf(debits, asked)).toEqual([[status, undefined]]);
    },
  );

  it('hides no returned payment: the comparison of the books finds it', async () => {
    const debits = await DebitShop.open(system);
    const asked = await sound(debits, '0006');
    await debits.charge(asked, 500);
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
