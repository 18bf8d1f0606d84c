import {
  newId,
  plusMs,
  type CustomerAppId,
  type PaymentAccountId,
  type PaymentAttemptId,
  type PaymentLinkId,
  type PaymentUserId,
} from '@towpath/kernel';
import { PaymentAttempt, type SubmittedCard } from '../payment-attempts/payment-attempt.js';
import { MAX_CARD_ATTEMPTS } from '../payment-attempts/attempt-limits.js';
import { PaymentLink } from './payment-link.js';
import type { PaymentLinkTerms } from './payment-link-terms.js';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = plusMs(now, 1_000);
const expiresAt = plusMs(now, 60_000);
const customerAppId = newId<CustomerAppId>(now);
const card: SubmittedCard = {
  token: 'tok',
  brand: 'Visa',
  last4: '4242',
  expiryMonth: 3,
  expiryYear: 2030,
};
const terms: PaymentLinkTerms = {
  uniqueReferenceId: 'order-1',
  mode: 'PAYMENT',
  currency: 'HKD',
  amount: 100,
  description: 'Rent',
  externalTransactionReference: 'INV-1',
  language: 'en',
  uiMode: 'standalone',
  redirectUri: null,
  setupOptions: null,
  metadata: null,
  paymentMetadata: null,
  integrationMetadata: null,
};

function aLink(changed: Partial<PaymentLinkTerms> = {}): PaymentLink {
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
  return PaymentLink.create(identity, { ...terms, ...changed }, now);
}

function anAttempt(link: PaymentLink): PaymentAttempt {
  return PaymentAttempt.select(
    {
      attemptId: newId<PaymentAttemptId>(now),
      customerAppId,
      paymentLinkId: link.id,
      ordinal: link.nextOrdinal,
      paymentMethodType: 'CARD',
      recipientAccountId: newId<PaymentAccountId>(now),
      integrationId: 'GW1',
      connector: 'sandbox',
      gatewayAccount: null,
      paymentId: null,
      paymentMethodId: null,
      surchargeAmount: 0,
      savedMethodId: null,
      mandateId: null,
    },
    now,
  );
}

function submitted(link: PaymentLink): PaymentAttempt {
  const attempt = anAttempt(link);
  link.occupy(attempt, now);
  link.submit(attempt, card, now);
  return attempt;
}

function captured(link: PaymentLink): PaymentAttempt {
  const attempt = submitted(link);
  attempt.commit(later);
  return attempt;
}

const declined = { code: 'PAYMENT_METHOD_DECLINED', explanation: 'No.' } as const;
const refused = expect.objectContaining({ code: 'INVALID_PAYMENT_LINK_STATUS' });

describe('a payment link', () => {
  it('is paid by its captured attempt and then accepts nothing', () => {
    const link = aLink();
    link.succeed(captured(link), later);
    expect(link.status).toBe('PAID');
    expect(() => link.assertAcceptsAttempts(later)).toThrow(refused);
  });

  it('in mode SETUP succeeds with the authorization', () => {
    const link = aLink({ mode: 'SETUP', amount: null });
    link.succeed(submitted(link), later);
    expect(link.status).toBe('SETUP_SUCCEEDED');
  });

  it('keeps the method in mode SETUP, or when a payment asks for it', () => {
    expect(aLink().storesMethod).toBe(false);
    expect(aLink({ mode: 'SETUP' }).storesMethod).toBe(true);
    expect(aLink({ setupOptions: {} }).storesMethod).toBe(true);
  });

  it('accepts no second attempt while one is at the gateway', () => {
    const link = aLink();
    submitted(link);
    expect(() => link.occupy(anAttempt(link), now)).toThrow(refused);
  });

  it('of a test app cannot be paid once the app is live, nor the other way round', () => {
    expect(() => aLink().assertOfKind('LIVE')).toThrow(refused);
    expect(() => aLink().assertOfKind('TEST')).not.toThrow();
  });

  it('refuses the card of an attempt that was replaced', () => {
    const link = aLink();
    const first = anAttempt(link);
    link.occupy(first, now);
    link.replace(first, now);
    link.occupy(anAttempt(link), now);
    expect(() => link.submit(first, card, now)).toThrow(refused);
  });

  it('can be tried again after a failure, up to the limit', () => {
    const link = aLink();
    for (let i = 0; i < MAX_CARD_ATTEMPTS; i += 1) link.fail(submitted(link), declined, now);
    const attempt = anAttempt(link);
    link.occupy(attempt, now);
    expect(() => link.submit(attempt, card, now)).toThrow(
      expect.objectContaining({ code: 'RATE_LIMITED' }),
    );
  });
});

describe('cancelling a payment link', () => {
  it('also cancels an attempt that is only authorizing, and asks the gateway at once', () => {
    const link = aLink();
    const attempt = submitted(link);
    link.cancel(attempt, later);
    expect([link.status, attempt.status]).toEqual(['CANCELLED', 'CANCELLED']);
    expect(attempt.snapshot.followUpAt).toEqual(later);
    expect(link.accepts(attempt)).toBe(false);
  });

  it('asks no gateway about an attempt that was never sent', () => {
    const link = aLink();
    const attempt = anAttempt(link);
    link.occupy(attempt, now);
    link.cancel(attempt, later);
    expect(attempt.snapshot.followUpAt).toBeNull();
  });

  it('is refused while money may be moving, and changes nothing', () => {
    const link = aLink();
    const attempt = captured(link);
    expect(() => link.cancel(attempt, later)).toThrow(refused);
    expect([link.status, attempt.status]).toEqual(['CREATED', 'CAPTURING']);
  });

  it('is refused a second time', () => {
    const link = aLink();
    link.cancel(null, now);
    expect(() => link.cancel(null, later)).toThrow(refused);
  });
});

describe('the validity of a payment link', () => {
  it('ends exactly at its expiry instant', () => {
    const link = aLink();
    expect(link.isDue(plusMs(expiresAt, -1))).toBe(false);
    expect(link.isDue(expiresAt)).toBe(true);
    link.expire(null, expiresAt);
    expect(link.status).toBe('EXPIRED');
  });

  it('refuses a payer after that instant, even before the job has run', () => {
    const link = aLink();
    expect(() => link.occupy(anAttempt(link), expiresAt)).toThrow('expired');
  });

  it('waits for an attempt at the gateway, whose success still counts', () => {
    const link = aLink();
    const attempt = captured(link);
    expect(link.isDue(expiresAt)).toBe(false);
    expect(() => link.expire(attempt, expiresAt)).toThrow(refused);
    link.succeed(attempt, plusMs(expiresAt, 1));
    expect(link.status).toBe('PAID');
  });

  it('ends after an attempt at the gateway has failed', () => {
    const link = aLink();
    link.fail(submitted(link), declined, plusMs(expiresAt, 1));
    expect(link.isDue(plusMs(expiresAt, 1))).toBe(true);
  });

  it('ends together with an attempt that was never submitted', () => {
    const link = aLink();
    const attempt = anAttempt(link);
    link.occupy(attempt, now);
    link.expire(attempt, expiresAt);
    expect([link.status, attempt.status]).toEqual(['EXPIRED', 'CANCELLED']);
  });
});

describe('money that a gateway reports after a failure', () => {
  it('pays a link that no other attempt occupies', () => {
    const link = aLink();
    const attempt = submitted(link);
    link.fail(attempt, declined, now);
    link.correctToSucceeded(attempt, 'the gateway captured it', later);
    expect([link.status, attempt.status]).toEqual(['PAID', 'SUCCEEDED']);
    expect(attempt.snapshot.failure).toBeNull();
  });

  it('does not pay a link that another attempt occupies', () => {
    const link = aLink();
    const failed = submitted(link);
    link.fail(failed, declined, now);
    submitted(link);
    expect(link.canCorrect()).toBe(false);
    expect(() => link.correctToSucceeded(failed, 'late', later)).toThrow(refused);
  });
});

describe('the one-time token of a card', () => {
  it('is deleted with the outcome of the attempt', () => {
    const link = aLink();
    const attempt = submitted(link);
    expect(attempt.snapshot.card?.token).toBe('tok');
    link.fail(attempt, declined, now);
    expect(attempt.snapshot.card).toEqual({ ...card, token: '' });
  });
});
