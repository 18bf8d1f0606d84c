import type { BillId, CustomerAppId, PaymentUserId } from '@towpath/kernel';
import { Bill, type BillContent, type BillPayment } from './bill.js';

const NOW = new Date('2026-03-10T00:00:00Z');
const DUE = new Date('2026-03-15T00:00:00Z');
const content: BillContent = {
  referenceId: 'RENT',
  amount: 100,
  currency: 'HKD',
  description: null,
  billDate: null,
  dueDate: DUE,
  isAutopayEligible: true,
  extMetadata: { unit_id: '1', tenant_id: '2' },
  metadata: null,
};
const identity = {
  billId: 'bill' as BillId,
  customerAppId: 'app' as CustomerAppId,
  integrationId: 'EXT',
  externalBillId: 'external',
  userId: 'user' as PaymentUserId,
  externalUserId: 'tenant',
};
const payment = (status: BillPayment['status'], amount = 100, returnedAmount = 0) => ({
  status,
  amount,
  returnedAmount,
  failure: null,
});
const received = (members: Partial<BillContent> = {}) =>
  Bill.receive(identity, { ...content, ...members }, NOW);

function failed(): Bill {
  const bill = received();
  bill.follow([payment('FAILED')], NOW);
  return bill;
}

describe('the payments of a bill, newest first', () => {
  it.each([
    ['nothing', [], 'UNPAID'],
    ['all of it', [payment('EXECUTED')], 'PAID'],
    ['a part', [payment('EXECUTED', 99)], 'UNPAID'],
    ['parts', [payment('EXECUTED', 60), payment('EXECUTED', 40)], 'PAID'],
    ['what a bank took back', [payment('EXECUTED', 100, 100)], 'UNPAID'],
    ['one under way', [payment('OPEN')], 'UNPAID'],
    ['one that failed', [payment('FAILED')], 'FAILED'],
    ['one under way after one that failed', [payment('OPEN'), payment('FAILED')], 'UNPAID'],
    ['one given up after one that failed', [payment('CANCELLED'), payment('FAILED')], 'FAILED'],
    ['one that failed after a part', [payment('FAILED'), payment('EXECUTED', 40)], 'FAILED'],
  ] as const)('make it, with %s', (_name, payments, status) => {
    const bill = received();
    bill.follow(payments, NOW);
    expect(bill.status).toBe(status);
  });

  it('bring one that failed back, or pay it', () => {
    const [again, paid] = [failed(), failed()];
    again.follow([payment('OPEN'), payment('FAILED')], NOW);
    paid.follow([payment('EXECUTED'), payment('FAILED')], NOW);
    expect([again.status, paid.status]).toEqual(['UNPAID', 'PAID']);
  });

  it('do not move one that is paid or withdrawn', () => {
    const bill = received();
    bill.withdraw(NOW);
    bill.follow([payment('EXECUTED')], NOW);
    expect(bill.status).toBe('CANCELLED');
  });
});

describe('autopay of a bill', () => {
  it.each([
    ['at its due date', {}, DUE],
    ['at once when that has passed', { dueDate: new Date('2026-03-01T00:00:00Z') }, NOW],
    ['never without one', { dueDate: null }, null],
    ['never when it is not eligible', { isAutopayEligible: false }, null],
  ])('is due %s', (_name, members, expected) => {
    expect(received(members).snapshot.autopayAt).toEqual(expected);
  });

  it('ends with the bill, and starts anew when the source changes it', () => {
    const bill = failed();
    expect(bill.snapshot.autopayAt).toBeNull();
    bill.change({ ...content, amount: 50 }, NOW);
    expect([bill.status, bill.snapshot.autopayAt]).toEqual(['UNPAID', DUE]);
  });
});

it('a bill does not change by the same content in another order', () => {
  const bill = Bill.restore(received().snapshot);
  bill.change({ ...content, extMetadata: { tenant_id: '2', unit_id: '1' } }, NOW);
  expect(bill.changes).toEqual([]);
});
