import {
  newId,
  plusMs,
  type CustomerAppId,
  type MandateId,
  type PaymentAccountId,
  type PaymentAttemptId,
  type PaymentLinkId,
  type PaymentUserId,
} from '@towpath/kernel';
import { MAX_DEBIT_ATTEMPTS } from '../payment-attempts/attempt-limits.js';
import { AUTHORIZATION_LIFETIME_MS, PaymentAttempt } from '../payment-attempts/payment-attempt.js';
import { PaymentLink } from './payment-link.js';
import type { PaymentLinkTerms } from './payment-link-terms.js';

const now = new Date('2026-03-01T12:00:00.000Z');
const expiresAt = plusMs(now, 60_000);
const customerAppId = newId<CustomerAppId>(now);
const refused = expect.objectContaining({ code: 'INVALID_PAYMENT_LINK_STATUS' });
const at = (instant = now) => ({ now: instant, customerApp: { type: 'TEST' as const } });

function aLink(mode: 'PAYMENT' | 'SETUP' = 'PAYMENT'): PaymentLink {
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
  return PaymentLink.create(identity, { mode, currency: 'HKD' } as PaymentLinkTerms, now);
}

/** The payer of the link is about to authorize a mandate. */
function chosen(link: PaymentLink): PaymentAttempt {
  const attempt = PaymentAttempt.select(
    {
      attemptId: newId<PaymentAttemptId>(now),
      customerAppId,
      paymentLinkId: link.id,
      ordinal: link.nextOrdinal,
      paymentMethodType: 'MANDATE',
      recipientAccountId: newId<PaymentAccountId>(now),
      integrationId: 'GW3',
      connector: 'sandbox',
      gatewayAccount: null,
      paymentId: null,
      paymentMethodId: null,
      surchargeAmount: 0,
      savedMethodId: null,
      mandateId: newId<MandateId>(now),
    },
    now,
  );
  link.occupy(attempt, now);
  return attempt;
}

function confirmed(link: PaymentLink): PaymentAttempt {
  const attempt = chosen(link);
  link.confirm(attempt, now);
  return attempt;
}

/** How often the service of mandates tries again, where a process of it died. */
const TRIED_EVERY_MS = 10_000;

describe('a confirmed mandate of a link', () => {
  it('is given up long after its service has retried, and each retry extends the time', () => {
    const attempt = confirmed(aLink());
    const dueAt = () => attempt.snapshot.followUpAt?.getTime() ?? 0;
    expect(dueAt() - now.getTime()).toBeGreaterThanOrEqual(6 * TRIED_EVERY_MS);
    const asked = plusMs(now, AUTHORIZATION_LIFETIME_MS - 1);
    attempt.confirmAgain(asked);
    expect(dueAt()).toBe(asked.getTime() + AUTHORIZATION_LIFETIME_MS);
  });

  it('is not followed up again once its service completes it', () => {
    const attempt = confirmed(aLink());
    attempt.rest();
    attempt.confirmAgain(now);
    expect(attempt.snapshot.followUpAt).toBeNull();
  });
});

describe('a mandate of a link', () => {
  it('can go live while the link waits for it', () => {
    const link = aLink();
    const attempt = chosen(link);
    expect(link.canConfirm(attempt, at())).toBe(true);
    expect(link.canConfirm(attempt, at(expiresAt))).toBe(false);
    expect(link.canConfirm(attempt, { now, customerApp: { type: 'LIVE' } })).toBe(false);
  });

  it('cannot go live once its attempt was replaced or the link was cancelled', () => {
    const link = aLink();
    const left = chosen(link);
    link.replace(left, now);
    expect(link.canConfirm(left, at())).toBe(false);
    const second = chosen(link);
    expect(link.canConfirm(left, at())).toBe(false);
    link.cancel(second, now);
    expect(link.canConfirm(second, at())).toBe(false);
  });

  it('binds the link once it is confirmed', () => {
    const link = aLink();
    const attempt = confirmed(link);
    expect(() => link.replace(attempt, now)).toThrow(refused);
    expect(() => link.cancel(attempt, now)).toThrow(refused);
    expect(() => link.expire(attempt, expiresAt)).toThrow(refused);
    expect(() => link.assertAcceptsAttempts(now)).toThrow(refused);
    expect(link.isDue(expiresAt)).toBe(false);
  });

  it('has a time limit to leave AUTHORIZING', () => {
    const attempt = confirmed(aLink());
    expect(attempt.snapshot.followUpAt).toEqual(plusMs(now, AUTHORIZATION_LIFETIME_MS));
    attempt.handOverToCharge(now);
    expect([attempt.status, attempt.snapshot.followUpAt]).toEqual(['CAPTURING', null]);
  });

  it('sets up a link, or frees it for another attempt', () => {
    const link = aLink('SETUP');
    link.fail(confirmed(link), { code: 'PAYMENT_METHOD_DECLINED', explanation: 'No.' }, now);
    expect(() => link.assertAcceptsAttempts(now)).not.toThrow();
    link.succeed(confirmed(link), now);
    expect(link.status).toBe('SETUP_SUCCEEDED');
  });

  it('is released by an event of the link when the payer leaves it', () => {
    const link = aLink();
    link.replace(chosen(link), now);
    expect(link.changes.map(({ event }) => event)).toEqual([
      'payment_link.created',
      'payment_link.mandate_released',
    ]);
    expect(link.status).toBe('CREATED');
  });
});

describe('the direct debits of a link', () => {
  const limited = expect.objectContaining({ code: 'RATE_LIMITED' });
  const declined = { code: 'PAYMENT_METHOD_DECLINED', explanation: 'No.' } as const;

  it('are limited, counting those that were confirmed or refused before that', () => {
    const link = aLink();
    for (let i = 1; i < MAX_DEBIT_ATTEMPTS; i += 1) link.fail(confirmed(link), declined, now);
    expect(() => link.assertTakesDebit()).not.toThrow();
    link.fail(chosen(link), declined, now);
    expect(() => link.assertTakesDebit()).toThrow(limited);
    const attempt = chosen(link);
    expect(link.canConfirm(attempt, at())).toBe(false);
    expect(() => link.confirm(attempt, now)).toThrow(limited);
    expect([attempt.status, link.snapshot.debitAttempts]).toEqual(['SELECTED', MAX_DEBIT_ATTEMPTS]);
  });

  it('do not count attempts that the payer left', () => {
    const link = aLink();
    for (let i = 0; i < MAX_DEBIT_ATTEMPTS; i += 1) link.replace(chosen(link), now);
    expect(link.snapshot.debitAttempts).toBe(0);
  });
});
