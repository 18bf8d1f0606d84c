import type { BillId, CustomerAppId, PaymentUserId } from '@towpath/kernel';
import { autopayStep, type BillPayment } from './bill.js';
import { Bill, type BillContent } from './bill.js';

const NOW = new Date('2026-03-10T00:00:00Z');
const DUE = new Date('2026-03-15T00:00:00Z');
const LATER = new Date('2026-03-20T00:00:00Z');
const REFUSAL = { code: 'PAYMENT_METHOD_DECLINED', explanation: 'no' } as const;
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
const payment = (
  status: BillPayment['status'],
  keptAmount = 100,
  members: Partial<BillPayment> = {},
): BillPayment => ({
  status,
  keptAmount,
  isReturned: false,
  isCharge: false,
  isGivenBack: false,
  isDisputed: false,
  failure: null,
  ...members,
});
const returned = () => payment('EXECUTED', 0, { isReturned: true });
const refunded = () => payment('EXECUTED', 0, { isGivenBack: true });
const disputed = () => payment('EXECUTED', 0, { isDisputed: true });
const failedCharge = () => payment('FAILED', 100, { isCharge: true });
const received = (members: Partial<BillContent> = {}) =>
  Bill.receive(identity, { ...content, ...members }, NOW);

function failed(): Bill {
  const bill = received();
  bill.follow([payment('FAILED')], NOW);
  return bill;
}

/** Autopay has charged it, or found nothing to charge. */
function charged(): Bill {
  const bill = received();
  bill.endAutopay();
  return bill;
}

describe('the payments of a bill, newest first', () => {
  it.each([
    ['nothing', [], 'UNPAID'],
    ['all of it', [payment('EXECUTED')], 'PAID'],
    ['a part', [payment('EXECUTED', 99)], 'UNPAID'],
    ['parts', [payment('EXECUTED', 60), payment('EXECUTED', 40)], 'PAID'],
    ['a debit that its bank returned', [returned()], 'UNPAID'],
    ['one that was refunded', [refunded()], 'UNPAID'],
    ['one that is disputed', [disputed()], 'UNPAID'],
    ['half of it, after half that was refunded', [payment('EXECUTED', 50), refunded()], 'UNPAID'],
    ['one under way', [payment('OPEN')], 'UNPAID'],
    ['one that failed', [payment('FAILED')], 'FAILED'],
    ['one under way after one that failed', [payment('OPEN'), payment('FAILED')], 'UNPAID'],
    ['one given up after one that failed', [payment('CANCELLED'), payment('FAILED')], 'FAILED'],
    ['one that failed after a part', [payment('FAILED'), payment('EXECUTED', 40)], 'FAILED'],
  ] as const)('consisting of %s decide its status', (_name, payments, status) => {
    const bill = received();
    bill.follow(payments, NOW);
    expect(bill.status).toBe(status);
  });

  it('bring a failed bill back to UNPAID, or pay it', () => {
    const [again, paid] = [failed(), failed()];
    again.follow([payment('OPEN'), payment('FAILED')], NOW);
    paid.follow([payment('EXECUTED'), payment('FAILED')], NOW);
    expect([again.status, paid.status]).toEqual(['UNPAID', 'PAID']);
  });

  it('do not move a paid or withdrawn bill', () => {
    const bill = received();
    bill.withdraw(NOW);
    bill.follow([payment('EXECUTED')], NOW);
    expect(bill.status).toBe('CANCELLED');
  });
});

describe('autopay of a bill', () => {
  it.each([
    ['at its due date', {}, DUE],
    ['at once when its due date has passed', { dueDate: new Date('2026-03-01T00:00:00Z') }, NOW],
    ['never without a due date', { dueDate: null }, null],
    ['never when it is not eligible', { isAutopayEligible: false }, null],
  ])('is due %s', (_name, members, expected) => {
    expect(received(members).snapshot.autopayAt).toEqual(expected);
  });

  it('ends with the bill, and starts anew when the source changes it', () => {
    const bill = received();
    bill.fail(REFUSAL, NOW);
    expect(bill.snapshot.autopayAt).toBeNull();
    bill.change({ ...content, amount: 50 }, NOW);
    expect([bill.status, bill.snapshot.autopayAt]).toEqual(['UNPAID', DUE]);
  });

  it('keeps the due date of a bill whose payment failed before', () => {
    expect(failed().snapshot.autopayAt).toEqual(DUE);
  });

  it.each([
    ['a debit that was returned, at once', returned(), LATER],
    ['a charge that failed, a day later', failedCharge(), new Date('2026-03-21T00:00:00Z')],
    ['a payment of the payer that failed, not at all', payment('FAILED'), null],
    ['a refund, not at all', refunded(), null],
    ['a dispute, not at all', disputed(), null],
  ])('is planned again after %s', (_name, setback, expected) => {
    const bill = charged();
    bill.follow([setback], LATER);
    expect(bill.snapshot.autopayAt).toEqual(expected);
  });

  it('is planned again once for each setback', () => {
    const bill = charged();
    bill.follow([returned()], LATER);
    bill.endAutopay();
    bill.follow([returned()], LATER);
    expect(bill.snapshot.autopayAt).toBeNull();
    bill.follow([payment('OPEN'), returned(), returned()], LATER);
    expect(bill.snapshot.autopayAt).toBeNull();
    bill.follow([returned(), returned()], LATER);
    expect(bill.snapshot.autopayAt).toEqual(LATER);
    bill.endAutopay();
    bill.follow([returned(), returned(), returned()], LATER);
    expect(bill.snapshot.autopayAt).toBeNull();
  });

  it.each([
    ['nothing', [], 'CHARGE'],
    ['a charge that failed', [failedCharge()], 'CHARGE'],
    ['a debit that was returned', [returned()], 'CHARGE'],
    ['a part, and a debit that was returned', [payment('EXECUTED', 40), returned()], 'CHARGE'],
    ['a part', [payment('EXECUTED', 40)], 'END'],
    ['a payment under way', [payment('OPEN'), returned()], 'END'],
    ['a refund, and a debit that was returned', [returned(), refunded()], 'END'],
    ['an open dispute, and a debit that was returned', [returned(), disputed()], 'WAIT'],
  ] as const)('after %s, with the payments %j, takes the step %s', (_name, payments, expected) => {
    expect(autopayStep(payments)).toBe(expected);
  });

  it('charges only the missing amount', () => {
    expect(received().missing([payment('EXECUTED', 40), returned(), failedCharge()])).toBe(60);
  });
});

it('a bill does not change when the same content comes in another order', () => {
  const bill = Bill.restore(received().snapshot);
  bill.change({ ...content, extMetadata: { tenant_id: '2', unit_id: '1' } }, NOW);
  expect(bill.changes).toEqual([]);
});
