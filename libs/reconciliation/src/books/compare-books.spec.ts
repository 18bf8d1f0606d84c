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

describe('our books and the gateway', () => {
  it('agree on a charge, and on a charge that went back', () => {
    expect(found(books(), [settled()])).toEqual([]);
    const returned = books({ REFUND: held(hkd, hkd) });
    expect(found(returned, [settled(), settled({ kind: 'REFUND' })])).toEqual([]);
  });

  it('agree on a charge that we do not have once the whole of it went back', () => {
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

  describe('about several refunds', () => {
    const part = (amount: number, hours = 0) => ({ amount, currency: 'HKD', at: at(hours) });
    const refunded = (...parts: ReturnType<typeof part>[]) =>
      books({ REFUND: { ...held(...parts), parts } });
    const back = (amount: number) => settled({ kind: 'REFUND', amount });

    it('agree when each has its line, in any order', () => {
      const theirs = [settled(), back(2), back(1), back(1)];
      expect(found(refunded(part(1), part(1), part(2)), theirs)).toEqual([]);
    });

    it('differ in those that only one of both has', () => {
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

  it('agree on what neither has', () => {
    expect(found(books({ CHARGE: none }), [])).toEqual([]);
  });

  it('differ where the gateway settled what we do not hold, or only in part', () => {
    expect(found(null, [settled()])).toEqual(['CHARGE MISSING_HERE']);
    expect(found(books({ CHARGE: none }), [settled()])).toEqual(['CHARGE MISSING_HERE']);
    const inPart = books({ CHARGE: { ...held(hkd), complete: false } });
    expect(found(inPart, [settled()])).toEqual(['CHARGE MISSING_HERE']);
    expect(found(books(), [settled(), settled({ kind: 'REFUND' })])).toEqual([
      'REFUND MISSING_HERE',
    ]);
  });

  it('differ where the gateway has not settled what we hold, once it had the time', () => {
    const since = (hours: number): HeldBooks<Side> =>
      books({ CHARGE: { ...held(hkd, hkd), since: at(hours) } });
    expect(found(since(23), [])).toEqual(['CHARGE MISSING_THERE']);
    expect(found(since(24), [])).toEqual([]);
  });

  it('differ in amount or currency, whichever of our places says so', () => {
    const more = { ...hkd, amount: 12_501 };
    const usd = { ...hkd, currency: 'USD' };
    expect(found(books(), [settled({ amount: 12_499 })])).toEqual(['CHARGE AMOUNT']);
    expect(found(books({ CHARGE: held(hkd, more) }), [settled()])).toEqual(['CHARGE AMOUNT']);
    expect(found(books({ CHARGE: held(hkd, usd) }), [settled()])).toEqual(['CHARGE CURRENCY']);
    expect(found(books(), [settled({ currency: 'USD' })])).toEqual(['CHARGE CURRENCY']);
  });

  it('differ where money was taken twice, under our name or another one', () => {
    expect(found(books(), [settled(), settled()])).toEqual(['CHARGE TWICE']);
    expect(found(books(), [settled(), settled({ reference: 'other' })])).toEqual(['CHARGE TWICE']);
  });

  it('differ where the only charge has a name that we never gave', () => {
    expect(found(books(), [settled({ reference: 'other' })])).toEqual([
      'CHARGE MISSING_HERE',
      'CHARGE MISSING_THERE',
    ]);
  });
});
