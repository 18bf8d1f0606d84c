import type { GatewayOrder } from '../../cards/card-gateways/gateway-call.js';
import type { CardAuthorizationRequest, CardSource } from '../../cards/card-gateways/ports.js';
import type { StoredCard } from '../../cards/payment-methods/stored-card.js';
import type { PaymentAttempt } from './domain/payment-attempt.js';
import type { PaymentLink } from './domain/payment-link.js';

interface Charged {
  readonly attempt: PaymentAttempt;
  readonly saved: StoredCard | null;
}

/** An attempt about which its gateway, or the service of its mandate, is asked. */
export interface AttemptOrder {
  readonly link: PaymentLink;
  readonly attempt: PaymentAttempt;
  readonly merchantName: string;
}

/** The method that an undecided attempt charges; null after it was deleted or cancelled. */
export function sourceOf({ attempt, saved }: Charged): CardSource | null {
  const { paymentMethodType, savedMethodId, card } = attempt.snapshot;
  if (paymentMethodType === 'WALLET') return { kind: 'WALLET' };
  if (savedMethodId !== null) {
    const integrationMetadata = saved?.status === 'SUCCEEDED' && saved.snapshot.integrationMetadata;
    return integrationMetadata ? { kind: 'STORED', integrationMetadata } : null;
  }
  const token = card?.token ?? '';
  return token === '' ? null : { kind: 'TOKEN', token };
}

/** @param page what a challenge of the payer needs */
export function gatewayOrderOf(
  { link, attempt, merchantName }: AttemptOrder,
  page: Pick<CardAuthorizationRequest, 'returnUrl' | 'language'>,
): GatewayOrder {
  const { snapshot, terms } = link;
  const { attemptId, paymentId, recipientAccountId, integrationId, surchargeAmount } =
    attempt.snapshot;
  return {
    integrationId,
    appType: snapshot.live ? 'LIVE' : 'TEST',
    request: {
      reference: attemptId,
      recurringPaymentMode: terms.setupOptions?.recurring_payment_mode ?? null,
      paymentId,
      customerAppId: snapshot.customerAppId,
      merchantAccount: recipientAccountId,
      merchantName,
      amount: (terms.amount ?? 0) + surchargeAmount,
      currency: terms.currency,
      payerPresent: true,
      store: attempt.snapshot.paymentMethodId !== null,
      purpose: terms.mode,
      ...page,
    },
  };
}
