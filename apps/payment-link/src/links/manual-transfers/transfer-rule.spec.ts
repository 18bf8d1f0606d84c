import {
  newId,
  plusMs,
  type CustomerAppId,
  type PaymentAccountId,
  type PaymentAttemptId,
  type PaymentId,
  type PaymentLinkId,
  type PaymentUserId,
} from '@towpath/kernel';
import { PaymentAttempt } from '../payment-attempts/payment-attempt.js';
import { PaymentLink } from '../payment-links/payment-link.js';
import { transferRule } from './transfer-rule.js';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = plusMs(now, 1_000);
const expiresAt = plusMs(now, 60_000);
const customerAppId = newId<CustomerAppId>(now);
const due = { amount: 100, currency: 'HKD' };

function aLink(): PaymentLink {
  const identity = {
    paymentLinkId: newId<PaymentLinkId>(now),
    customerAppId,
    userId: newId<PaymentUserId>(now),
    externalUserId: 'customer-1',
    senderSealed: Buffer.alloc(0),
    contentHash: '',
    live: false,
    expiresAt,
  };
  const terms = {
    uniqueReferenceId: 'order-1',
    mode: 'PAYMENT',
    ...due,
    description: null,
    externalTransactionReference: null,
    language: 'en',
    uiMode: 'standalone',
    redirectUri: null,
    setupOptions: null,
    metadata: null,
    paymentMetadata: null,
    integrationMetadata: null,
  } as const;
  return PaymentLink.create(identity, terms, now);
}

function chosen(link: PaymentLink, paymentMethodType: 'CARD' | 'MANUAL'): PaymentAttempt {
  const terms = {
    attemptId: newId<PaymentAttemptId>(now),
    customerAppId,
    paymentLinkId: link.id,
    ordinal: link.nextOrdinal,
    paymentMethodType,
    recipientAccountId: newId<PaymentAccountId>(now),
    integrationId: 'BANK',
    connector: 'sandbox',
    gatewayAccount: null,
    paymentId: newId<PaymentId>(now),
    paymentMethodId: null,
    surchargeAmount: 0,
    savedMethodId: null,
    mandateId: null,
  };
  const attempt = PaymentAttempt.select(terms, now);
  link.occupy(attempt, now);
  return attempt;
}

function awaiting() {
  const link = aLink();
  return { link, attempt: chosen(link, 'MANUAL'), due };
}

describe('a transfer for a link that awaits one', () => {
  it.each([
    ['exactly what is due', 100, 'HKD', [true, 0, null]],
    ['more', 130, 'HKD', [true, 30, 'TOO_MUCH']],
    ['less', 99, 'HKD', [false, 99, 'TOO_LITTLE']],
    ['another currency', 100, 'USD', [false, 100, 'OTHER_CURRENCY']],
  ])('that brings %s pays the link or goes back by the rule', (_, amount, currency, expected) => {
    const { pays, goesBack, cause } = transferRule(awaiting(), { amount, currency }, later);
    expect([pays, goesBack, cause]).toEqual(expected);
  });

  it('completes the link once', () => {
    const awaited = awaiting();
    awaited.link.receive(awaited.attempt, later);
    expect([awaited.link.status, awaited.attempt.status]).toEqual(['PAID', 'SUCCEEDED']);
    expect(transferRule(awaited, due, later)).toMatchObject({ pays: false, goesBack: 100 });
  });
});

describe('a transfer for a link that awaits none', () => {
  const reasonOf = (awaited: ReturnType<typeof awaiting>, at = later) => {
    const { pays, goesBack, cause, reason } = transferRule(awaited, due, at);
    expect([pays, goesBack, cause]).toEqual([false, 100, 'NOT_AWAITED']);
    return reason;
  };

  it('goes back with the reason', () => {
    const cancelled = awaiting();
    cancelled.link.cancel(cancelled.attempt, later);
    expect(reasonOf(cancelled)).toContain('was CANCELLED');
    expect(reasonOf(awaiting(), expiresAt)).toContain('had expired');
    const left = awaiting();
    left.link.replace(left.attempt, later);
    chosen(left.link, 'CARD');
    expect(reasonOf(left)).toContain('another payment method');
  });

  it('is never accepted for a card attempt', () => {
    const link = aLink();
    expect(link.awaitsTransfer(chosen(link, 'CARD'), later)).toBe(false);
  });
});
