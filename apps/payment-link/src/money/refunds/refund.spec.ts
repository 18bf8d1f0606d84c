import {
  type CustomerAppId,
  newId,
  nextFollowUp,
  type PaymentAccountId,
  type PaymentId,
  type PaymentUserId,
  type PayoutId,
  plusMs,
} from '@towpath/kernel';

import { Refund, REFUND_GATEWAY_STATUSES, refundStep, type RefundTerms } from './refund.js';
import type { RefundId } from './refund.table.js';
import { refundMachine } from './refund.transitions.js';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = plusMs(now, 1_000);
const charge = {
  integrationId: 'GW1',
  connector: 'sandbox',
  reference: 'charge',
  gatewayReference: null,
  gatewayAccount: null,
  appType: 'TEST',
} as const;
const failure = { code: 'REFUND_NOT_ALLOWED', explanation: 'No.' } as const;

const terms: RefundTerms = {
  refundId: newId<RefundId>(now),
  customerAppId: newId<CustomerAppId>(now),
  paymentId: newId<PaymentId>(now),
  attemptId: null,
  paymentLinkId: null,
  userId: newId<PaymentUserId>(now),
  externalUserId: 'customer-1',
  recipientAccountId: newId<PaymentAccountId>(now),
  amount: 100,
  currency: 'HKD',
  metadata: null,
  reason: 'sent back',
};
const requested = () => Refund.request(terms, charge, now);

describe('a refund that a payout sends', () => {
  const payoutId = newId<PayoutId>(now);

  it('is not followed up at a gateway, and can be corrected', () => {
    const refund = Refund.requestByPayout(terms, payoutId, now);
    expect([refund.status, refund.call]).toEqual(['SUBMITTED', null]);
    expect(refund.snapshot).toMatchObject({ kind: 'REQUESTED', payoutId, followUpAt: null });
    refund.fail(later, failure);
    refund.correctToExecuted(later, 'it went through');
    expect([refund.status, refund.snapshot.failure]).toEqual(['EXECUTED', null]);
  });
});

describe('a refund that the customer app asks for', () => {
  it('is followed up until the gateway decides', () => {
    const refund = requested();
    const dueAt = nextFollowUp(0, now);
    expect([refund.status, refund.call, refund.snapshot.followUpAt]).toEqual([
      'SUBMITTED',
      'REFUND',
      dueAt,
    ]);
    expect([refund.schedule.claim(now), refund.schedule.claim(dueAt)]).toEqual([false, true]);
    const next = { followUpsAsked: 1, followUpAt: nextFollowUp(1, dueAt) };
    expect(refund.snapshot).toMatchObject(next);
    refund.execute(later);
    expect([refund.call, refund.snapshot.followUpAt]).toEqual(['FIND', null]);
    expect(refund.changes.map(({ event }) => event)).toEqual([
      'refund.submitted',
      'refund.executed',
    ]);
  });

  it('keeps the reason of its failure, and is no longer followed up', () => {
    const refund = requested();
    refund.fail(later, failure);
    expect([refund.call, refund.snapshot.failure]).toEqual([null, failure]);
    expect(refund.changes.at(-1)).toMatchObject({ event: 'refund.failed', reason: 'No.' });
  });
});

describe('a transfer that no link takes', () => {
  it('is sent back at once, without any follow-up', () => {
    const refund = Refund.sendBack(terms, now);
    expect([refund.status, refund.call, refund.snapshot.followUpAt]).toEqual([
      'EXECUTED',
      null,
      null,
    ]);
    expect(refund.changes.map(({ event, reason }) => [event, reason])).toEqual([
      ['refund.submitted', 'sent back'],
      ['refund.executed', null],
    ]);
  });
});

describe('a refund, compared with the books of the gateway,', () => {
  it('takes over one outcome, and a reversal of its success', () => {
    for (const gatewayStatus of REFUND_GATEWAY_STATUSES) {
      const step = gatewayStatus === 'REVERSED' ? 'REVERSE' : 'REST';
      expect(refundStep('EXECUTED', gatewayStatus)).toBe(step);
      expect(refundStep('FAILED', gatewayStatus)).toBe('REST');
      expect(refundStep('REVERSED', gatewayStatus)).toBe('REST');
    }
  });

  it('is executed and reversed at once when the reversal is seen first', () => {
    const refund = requested();
    expect(refundStep(refund.status, 'REVERSED')).toBe('REVERSE');
    refund.reverse(later, failure);
    expect([refund.status, refund.call, refund.snapshot.failure]).toEqual([
      'REVERSED',
      null,
      failure,
    ]);
    expect(refund.changes.map(({ event }) => event)).toEqual([
      'refund.submitted',
      'refund.executed',
      'refund.reversed',
    ]);
  });

  it('has a step for every pair of statuses', () => {
    const steps = refundMachine.states.flatMap((state) =>
      REFUND_GATEWAY_STATUSES.map((gatewayStatus) => refundStep(state, gatewayStatus)),
    );
    expect(new Set(steps)).toEqual(new Set(['WAIT', 'EXECUTE', 'FAIL', 'REST', 'REVERSE']));
  });
});
