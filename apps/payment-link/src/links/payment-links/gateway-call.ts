import type { PaymentAttemptId } from '@towpath/kernel';
import type { GatewayCall } from '../../cards/card-gateways/gateway-dialogue.js';
import type { CardAuthorizationRequest, CardSource } from '../../cards/card-gateways/ports.js';
import type { StoredCard } from '../../cards/payment-methods/domain/stored-card.js';
import type { PaymentAttempt } from './domain/payment-attempt.js';
import type { PaymentLink } from './domain/payment-link.js';

interface Charged {
  readonly attempt: PaymentAttempt;
  readonly saved: StoredCard | null;
}

/** The data of an attempt that the gateway needs. */
interface AttemptOrder {
  readonly attemptId: PaymentAttemptId;
  readonly integrationId: string;
  readonly appType: 'TEST' | 'LIVE';
  readonly request: Omit<CardAuthorizationRequest, 'source' | 'returnUrl' | 'language'>;
  readonly link: PaymentLink;
}

/** The question, and about what; null when there is nothing to ask. */
export interface NextCall {
  readonly order: AttemptOrder;
  readonly call: GatewayCall | null;
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

export function orderOf(
  { link, attempt }: { readonly link: PaymentLink; readonly attempt: PaymentAttempt },
  merchantName: string,
): AttemptOrder {
  const { snapshot, terms } = link;
  const { attemptId, paymentId, recipientAccountId, integrationId, surchargeAmount } =
    attempt.snapshot;
  return {
    attemptId,
    integrationId,
    appType: snapshot.live ? 'LIVE' : 'TEST',
    link,
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
    },
  };
}
