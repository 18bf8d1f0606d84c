import { newId, type PaymentAccountId } from '@towpath/kernel';
import fc from 'fast-check';
import {
  isCounted,
  movedBy,
  restOf,
  sharesOf,
  type EntrySum,
  type PayoutContent,
} from './processor-entry.js';

const now = new Date('2026-03-01T12:00:00.000Z');
const [one, two] = [newId<PaymentAccountId>(now), newId<PaymentAccountId>(now)];

const content = (members: Partial<PayoutContent> = {}): PayoutContent => ({
  ...{ payoutReference: 'po_1', amount: 100, others: 0, status: 'PAID', paymentAccountId: one },
  ...{ isOrdered: false, moved: 0, sums: [], reversed: [], isReversed: false },
  ...members,
});
const sum = (accountId: PaymentAccountId, net: number, counted = net): EntrySum => ({
  accountId,
  net,
  counted,
});
const contents = (...list: readonly PayoutContent[]) =>
  new Map(list.map((each) => [each.payoutReference, each]));

describe('an entry of a processor', () => {
  it.each([
    ['CHARGE', { isExecuted: true }, true],
    ['CHARGE', { isExecuted: false }, false],
    ['REFUND', { isExecuted: false }, false],
    ['CHARGE', null, false],
    ['OTHER_CREDIT', null, false],
    ['OTHER_DEBIT', null, true],
    ['REFUND', null, true],
    ['FEE_REVERSED', null, true],
    ['RESERVE_REVERSED', null, true],
    ['PAYOUT_REVERSED', null, false],
  ] as const)('%s with the payment %p is counted: %p', (kind, payment, counted) => {
    expect(isCounted(kind, payment)).toBe(counted);
  });
});

describe('a payout of a processor', () => {
  it('moves to each account what its entries come to', () => {
    const payout = content({ sums: [sum(one, 70), sum(two, 30)] });
    expect([...sharesOf('po_1', contents(payout))]).toEqual([
      [one, 70],
      [two, 30],
    ]);
    expect(restOf(payout)).toBe(0);
  });

  it('takes what it lacks off the largest share, and moves nothing that no entry explains', () => {
    const less = content({ sums: [sum(one, 30), sum(two, 90)] });
    expect([...sharesOf('po_1', contents(less)).values()]).toEqual([30, 70]);
    const more = content({ sums: [sum(one, 30)] });
    expect([...sharesOf('po_1', contents(more)).values()]).toEqual([30]);
    expect([restOf(less), restOf(more)]).toEqual([-20, 70]);
  });

  it('leaves what other apps have in it to them', () => {
    const payout = content({ others: 40, sums: [sum(one, 60)] });
    expect([restOf(payout), sharesOf('po_1', contents(payout)).get(one)]).toEqual([0, 60]);
  });

  it('has the money of one that failed, for the accounts that had it', () => {
    const failed = content({ sums: [sum(one, 70), sum(two, 30)], status: 'FAILED' });
    const next = content({
      ...{ payoutReference: 'po_2', amount: 105, reversed: ['po_1'] },
      sums: [sum(one, 105, 5)],
    });
    const both = contents({ ...failed, isReversed: true }, next);
    expect([...movedBy('po_2', both)]).toEqual([
      [one, 75],
      [two, 30],
    ]);
    expect(movedBy('po_1', both).size).toBe(0);
  });

  it.each(['PENDING', 'FAILED'] as const)('that is %s moves nothing', (status) => {
    const payout = content({ sums: [sum(one, 100)], status });
    expect(movedBy('po_1', contents(payout)).size).toBe(0);
  });

  it('moves nothing once the processor has its money again, whatever its status was', () => {
    const payout = content({ sums: [sum(one, 100)], isReversed: true });
    expect(movedBy('po_1', contents(payout)).size).toBe(0);
  });

  it('that contains its own money ends', () => {
    const payout = content({ sums: [sum(one, 100)], reversed: ['po_1'] });
    expect(sharesOf('po_1', contents(payout)).get(one)).toBe(100);
  });

  it('never moves more than the processor paid, nor more than its entries', () => {
    const money = fc.integer({ min: -10_000, max: 10_000 });
    const sums = fc.array(
      fc.record({ accountId: fc.constantFrom(one, two), net: money, known: fc.boolean() }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(money, money, sums, (amount, others, list) => {
        // Of unknown entries only what lowers the balance is counted.
        const of = list.map(({ accountId, net, known }) =>
          sum(accountId, net, known || net < 0 ? net : 0),
        );
        const payout = content({ amount, others, sums: of });
        const moved = [...sharesOf('po_1', contents(payout)).values()];
        const total = moved.reduce((all, each) => all + each, 0);
        expect(total).toBeLessThanOrEqual(amount - others);
        expect(total).toBeLessThanOrEqual(of.reduce((all, { counted }) => all + counted, 0));
      }),
    );
  });
});
