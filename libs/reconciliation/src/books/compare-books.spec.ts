import {
  compareBooks,
  type BookSum,
  type HeldBooks,
  type HeldSums,
  type SettledLine,
} from './compare-books.js';

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.UTC(2026, 2, 1) + hours * HOUR_MS);
const settledBy = at(24);

const SIDES = ['CHARGE', 'REFUND'] as const;
type Side = (typeof SIDES)[number];
type Line = SettledLine<Side>;

const hkd: BookSum = { amount: 12_500, currency: 'HKD' };
const held = (...sums: BookSum[]): HeldSums => ({ sums, complete: true, since: at(0) });
const none: HeldSums = { sums: [], complete: false, since: null };
const books = (sides: Partial<Record<Side, HeldSums>> = {}): HeldBooks<Side> => ({
  reference: 'ours',
  sides: { CHARGE: held(hkd, hkd), REFUND: none, ...sides },
});
let entries = 0;
const settled = (members: Partial<Line> = {}): Line => {
  entries += 1;
  return { entryId: `e${entries}`, reference: 'ours', kind: 'CHARGE', ...hkd, ...members };
};
const found = (ours: HeldBooks<Side> | null, theirs: readonly Line[]) =>
  compareBooks({ sides: SIDES, ours, theirs, settledBy }).map(
    ({ side, kind }) => `${side} ${kind}`,
  );

describe("the comparison of our books and the gateway's", () => {
  it('finds agreement on a charge, and on a charge that was refunded', () => {
    expect(found(books(), [settled()])).toEqual([]);
    const returned = books({ REFUND: held(hkd, hkd) });
    expect(found(returned, [settled(), settled({ kind: 'REFUND' })])).toEqual([]);
  });

  it('finds agreement on a charge that only the gateway has, once all of it was refunded', () => {
    const back = settled({ kind: 'REFUND' });
    expect(found(null, [settled(), back])).toEqual([]);
    expect(found(null, [settled()])).toEqual(['CHARGE MISSING_HERE']);
    const others: Line[] = [
      { ...back, amount: 1 },
      { ...back, reference: 'other' },
      { ...back, currency: 'USD' },
    ];
    for (const other of others) {
      expect(found(null, [settled(), other])).toEqual([
        'CHARGE MISSING_HERE',
        'REFUND MISSING_HERE',
      ]);
    }
  });

  it('finds agreement on a charge that came and went and never was ours', () => {
    const unpaid = books({ CHARGE: none });
    expect(found(unpaid, [settled(), settled({ kind: 'REFUND' })])).toEqual([]);
    expect(found(unpaid, [settled(), settled({ kind: 'REFUND', amount: 1 })])).toEqual([
      'CHARGE MISSING_HERE',
      'REFUND MISSING_HERE',
    ]);
    expect(found(books(), [settled(), settled(), settled({ kind: 'REFUND' })])).toContain(
      'CHARGE TWICE',
    );
  });

  describe('with several refunds', () => {
    const part = (amount: number, hours = 0) => ({ amount, currency: 'HKD', at: at(hours) });
    const refunded = (...parts: ReturnType<typeof part>[]) =>
      books({ REFUND: { ...held(...parts), parts } });
    const back = (amount: number) => settled({ kind: 'REFUND', amount });

    it('finds agreement when each has its line, in any order', () => {
      const theirs = [settled(), back(2), back(1), back(1)];
      expect(found(refunded(part(1), part(1), part(2)), theirs)).toEqual([]);
    });

    it('finds the refunds that only one side has', () => {
      const ours = refunded(part(1), part(2));
      expect(found(ours, [settled(), back(1)])).toEqual(['REFUND MISSING_THERE']);
      expect(found(refunded(part(1), part(2, 24)), [settled(), back(1)])).toEqual([]);
      expect(found(ours, [settled(), back(1), back(2), back(3)])).toEqual(['REFUND MISSING_HERE']);
      expect(found(ours, [settled(), back(1), back(2), back(2)])).toEqual(['REFUND TWICE']);
      expect(found(refunded(part(1)), [settled(), back(1), back(2)])).toEqual([
        'REFUND MISSING_HERE',
      ]);
    });
  });

  it('finds agreement on a charge that neither side has', () => {
    expect(found(books({ CHARGE: none }), [])).toEqual([]);
  });

  it('finds a charge that the gateway settled and we do not have, or have only in part', () => {
    expect(found(null, [settled()])).toEqual(['CHARGE MISSING_HERE']);
    expect(found(books({ CHARGE: none }), [settled()])).toEqual(['CHARGE MISSING_HERE']);
    const inPart = books({ CHARGE: { ...held(hkd), complete: false } });
    expect(found(inPart, [settled()])).toEqual(['CHARGE MISSING_HERE']);
    expect(found(books(), [settled(), settled({ kind: 'REFUND' })])).toEqual([
      'REFUND MISSING_HERE',
    ]);
  });

  it('finds a charge that we have and the gateway did not settle in time', () => {
    const since = (hours: number): HeldBooks<Side> =>
      books({ CHARGE: { ...held(hkd, hkd), since: at(hours) } });
    expect(found(since(23), [])).toEqual(['CHARGE MISSING_THERE']);
    expect(found(since(24), [])).toEqual([]);
  });

  it('finds a difference in amount or currency in each of our places', () => {
    const more = { ...hkd, amount: 12_501 };
    const usd = { ...hkd, currency: 'USD' };
    expect(found(books(), [settled({ amount: 12_499 })])).toEqual(['CHARGE AMOUNT']);
    expect(found(books({ CHARGE: held(hkd, more) }), [settled()])).toEqual(['CHARGE AMOUNT']);
    expect(found(books({ CHARGE: held(hkd, usd) }), [settled()])).toEqual(['CHARGE CURRENCY']);
    expect(found(books(), [settled({ currency: 'USD' })])).toEqual(['CHARGE CURRENCY']);
  });

  it('finds money that was taken twice, under our name or another one', () => {
    expect(found(books(), [settled(), settled()])).toEqual(['CHARGE TWICE']);
    expect(found(books(), [settled(), settled({ reference: 'other' })])).toEqual(['CHARGE TWICE']);
  });

  it('finds a charge whose name we never gave', () => {
    expect(found(books(), [settled({ reference: 'other' })])).toEqual([
      'CHARGE MISSING_HERE',
      'CHARGE MISSING_THERE',
    ]);
  });
});
