import {
  newId,
  plusMs,
  type CustomerAppId,
  type PaymentAccountId,
  type PaymentAttemptId,
  type PaymentLinkId,
  type PaymentUserId,
} from '@towpath/kernel';
import { PaymentAttempt } from '../payment-attempts/payment-attempt.js';
import { PaymentLink } from '../payment-links/payment-link.js';
import { hostedAttempt, moneyMoved } from './hosted-attempt.js';

const now = new Date('2026-03-01T12:00:00.000Z');
const customerAppId = newId<CustomerAppId>(now);
const card = { token: 'secret', brand: 'Visa', last4: '4242', expiryMonth: 1, expiryYear: 2060 };

function aLink(mode: 'PAYMENT' | 'SETUP' = 'PAYMENT'): PaymentLink {
  return PaymentLink.create(
    {
      paymentLinkId: newId<PaymentLinkId>(now),
      customerAppId,
      userId: newId<PaymentUserId>(now),
      externalUserId: 'c',
      senderSealed: Buffer.alloc(0),
      contentHash: '',
      live: false,
      expiresAt: plusMs(now, 60_000),
    },
    {
      uniqueReferenceId: 'o',
      mode,
      currency: 'HKD',
      amount: mode === 'PAYMENT' ? 1 : null,
      description: null,
      externalTransactionReference: null,
      language: 'en',
      uiMode: 'standalone',
      redirectUri: null,
      setupOptions: null,
      metadata: null,
      paymentMetadata: null,
      integrationMetadata: null,
    },
    now,
  );
}

function chosen(link: PaymentLink): PaymentAttempt {
  const attempt = PaymentAttempt.select(
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
  link.occupy(attempt, now);
  return attempt;
}

function submitted(link: PaymentLink): PaymentAttempt {
  const attempt = chosen(link);
  link.submit(attempt, card, now);
  return attempt;
}

describe('the attempt that the payer sees', () => {
  it('is missing once the payer chose another method', () => {
    const link = aLink();
    const attempt = chosen(link);
    link.replace(attempt, now);
    expect(hostedAttempt(attempt, 'PAYMENT')).toBeUndefined();
    expect(hostedAttempt(null, 'PAYMENT')).toBeUndefined();
  });

  it('never contains the token of the card', () => {
    const shown = JSON.stringify(hostedAttempt(submitted(aLink()), 'PAYMENT'));
    expect(shown).toContain('4242');
    expect(shown).not.toContain('secret');
  });

  it.each([
    ['PAYMENT', 'AUTHORIZING'],
    ['SETUP', 'CREATED'],
  ] as const)('in mode %s is %s while the gateway decides', (mode, status) => {
    expect(hostedAttempt(submitted(aLink(mode)), mode)?.status).toBe(status);
  });

  it.each([
    ['INSUFFICIENT_FUNDS', /enough funds/],
    ['PAYMENT_METHOD_EXPIRED', /expired/],
    ['SERVICE_UNAVAILABLE', /Try again/],
  ] as const)('says what to do about %s, not what the processor said', (code, words) => {
    const link = aLink();
    const attempt = submitted(link);
    link.fail(attempt, { code, explanation: 'internal words' }, now);
    const error = hostedAttempt(attempt, 'PAYMENT')?.error;
    expect(error).toMatchObject({
      error_code: code,
      display_details: expect.stringMatching(words),
    });
    expect(JSON.stringify(error)).not.toContain('internal words');
  });
});

describe('the money_moved of a link', () => {
  it('is NO before anything was submitted', () => {
    const link = aLink();
    expect(moneyMoved(link, null)).toBe('NO');
    expect(moneyMoved(link, chosen(link))).toBe('NO');
  });

  it('is UNKNOWN while the gateway may still decide either way', () => {
    const link = aLink();
    const attempt = submitted(link);
    expect(moneyMoved(link, attempt)).toBe('UNKNOWN');
    link.cancel(attempt, now);
    expect(moneyMoved(link, attempt)).toBe('UNKNOWN');
    attempt.rest();
    expect(moneyMoved(link, attempt)).toBe('NO');
  });

  it('is YES for a paid link and never for a set-up', () => {
    const link = aLink();
    const attempt = submitted(link);
    attempt.commit(now);
    link.succeed(attempt, now);
    expect(moneyMoved(link, attempt)).toBe('YES');
    const setup = aLink('SETUP');
    expect(moneyMoved(setup, submitted(setup))).toBe('NO');
  });
});
