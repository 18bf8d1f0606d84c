import { compareBooks, type SettledLine } from '@towpath/reconciliation/books';
import { booksOf, SIDES, type Side } from './debit-books.js';

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.UTC(2026, 2, 1) + hours * HOUR_MS);
const sum = { amount: 500, currency: 'HKD' };
const line = (members: Partial<SettledLine<Side>> = {}): SettledLine<Side> => ({
  entryId: 'e1',
  reference: 'payment',
  kind: 'CHARGE',
  ...sum,
  ...members,
});

function found(
  status: string,
  theirs: readonly SettledLine<Side>[],
  settledBy = at(0),
  reinstated = false,
): string[] {
  const ours = booksOf({ paymentId: 'payment', status, reinstated, ...sum, updatedAt: at(0) });
  const differences = compareBooks({ sides: SIDES, ours, theirs, settledBy });
  return differences.map(({ side, kind }) => `${side} ${kind}`);
}

describe('our direct debits and the books of their bank', () => {
  it('agree on what was collected, and on what was returned', () => {
    expect(found('EXECUTED', [line()])).toEqual([]);
    expect(found('RETURNED', [line(), line({ entryId: 'e2', kind: 'RETURN' })])).toEqual([]);
    expect(found('SUBMITTED', [])).toEqual([]);
    expect(found('FAILED', [])).toEqual([]);
  });

  it('agree on a return that was cancelled', () => {
    const lines = [line(), line({ entryId: 'e2', kind: 'RETURN' })];
    const reversed = line({ entryId: 'e3', kind: 'RETURN_REVERSED' });
    expect(found('EXECUTED', [...lines, reversed], at(1), true)).toEqual([]);
    expect(found('EXECUTED', lines, at(1), true)).toEqual(['RETURN_REVERSED MISSING_THERE']);
    expect(found('RETURNED', [...lines, reversed])).toEqual(['RETURN_REVERSED MISSING_HERE']);
  });

  it('differ by a return that was never reported to us', () => {
    const returned = [line(), line({ entryId: 'e2', kind: 'RETURN' })];
    expect(found('EXECUTED', returned)).toEqual(['RETURN MISSING_HERE']);
  });

  it.each(['RESERVED', 'SUBMITTED', 'FAILED', 'REVOKED'])(
    'differ by collected money while our debit is %s',
    (status) => {
      expect(found(status, [line()])).toEqual(['CHARGE MISSING_HERE']);
    },
  );

  it('differ by an amount, a currency, a second line and an unknown reference', () => {
    expect(found('EXECUTED', [line({ amount: 5_000 })])).toEqual(['CHARGE AMOUNT']);
    expect(found('EXECUTED', [line({ currency: 'USD' })])).toEqual(['CHARGE CURRENCY']);
    expect(found('EXECUTED', [line(), line({ entryId: 'e2' })])).toEqual(['CHARGE TWICE']);
    expect(found('EXECUTED', [line({ reference: 'other' })])).toEqual(['CHARGE MISSING_HERE']);
  });

  it('differ by what the bank has not settled in time', () => {
    expect(found('EXECUTED', [], at(1))).toEqual(['CHARGE MISSING_THERE']);
    expect(found('RETURNED', [line()], at(1))).toEqual(['RETURN MISSING_THERE']);
    expect(found('EXECUTED', [], at(0))).toEqual([]);
  });
});
