import { newId, type PaymentAccountId } from '@towpath/kernel';
import fc from 'fast-check';
import {
  isCounted,
  movedBy,
  restOf,
  sharesOf,
  type EntrySum,
  type PayoutContent,
  type PayoutLine,
} from './processor-entry.js';

const now = new Date('2026-03-01T12:00:00.000Z');
const [one, two] = [newId<PaymentAccountId>(now), newId<PaymentAccountId>(now)];

const content = (members: Partial<PayoutContent> = {}): PayoutContent => ({
  ...{ payoutReference: 'po_1', amount: 100, others: 0, status: 'PAID', paymentAccountId: one },
  ...{ sums: [], lines: [], isListed: null, isReversed: false },
  ...members,
});
const sum = (accountId: PaymentAccountId, net: number, counted = net): EntrySum => ({
  accountId,
  net,
  counted,
});
const line = (
  kind: PayoutLine['kind'],
  amount: number,
  named: Partial<PayoutLine> = {},
): PayoutLine => ({ kind, amount, reference: 'po_1', accountId: one, ...named });
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
    ['PAYOUT', null, false],
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
      ...{ payoutReference: 'po_2', amount: 105, lines: [line('PAYOUT_REVERSED', 100)] },
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
    const payout = content({ sums: [sum(one, 100)], lines: [line('PAYOUT_REVERSED', 100)] });
    expect(sharesOf('po_1', contents(payout)).get(one)).toBe(100);
  });

  /** Charges of 11,840, of which 5,000 were ordered, with a fee of 50. */
  const automatic = content({
    ...{ payoutReference: 'po_2', amount: 6_790, lines: [line('PAYOUT', 5_000)] },
    sums: [sum(one, -2_050, 2_950), sum(two, 8_840)],
  });

  it.each<[string, Partial<PayoutContent> | null, number]>([
    ['that the bank has', { status: 'PAID' }, 11_790],
    ['that is not known any more', null, 11_790],
    ['that is on its way', { status: 'PENDING' }, 6_790],
    ['that failed', { status: 'FAILED', isReversed: true }, 6_790],
    ['that failed, as is not told yet', { status: 'PAID', isReversed: true }, 6_790],
  ])('with an ordered one %s moves the right money, of each account', (_what, state, moved) => {
    const ordered = content({ amount: 5_000, isListed: true, ...state });
    const all = contents(automatic, ...(state ? [ordered] : []));
    expect([...movedBy('po_2', all)]).toEqual([
      [one, moved - 8_840],
      [two, 8_840],
    ]);
    expect([restOf(automatic), restOf(ordered), movedBy('po_1', all).size]).toEqual([0, 0, 0]);
  });

  it('has the money of an ordered one that failed, for the account that bore it', () => {
    const ordered = content({ status: 'FAILED', amount: 5_000, isListed: true, isReversed: true });
    const next = content({
      ...{ payoutReference: 'po_3', amount: 5_070, lines: [line('PAYOUT_REVERSED', 5_000)] },
      sums: [sum(one, 5_000, 0), sum(two, 70)],
    });
    expect([...movedBy('po_3', contents(automatic, ordered, next))]).toEqual([
      [one, 5_000],
      [two, 70],
    ]);
  });

  it('that was ordered moves nothing, and its amount is not explained until one lists it', () => {
    const ordered = content({ amount: 5_000, isListed: false });
    expect([restOf(ordered), movedBy('po_1', contents(ordered)).size]).toEqual([5_000, 0]);
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
