import { eventsOf } from '../define-event.js';
import { EXAMPLE } from '../payload.js';
import { PaymentUserEventPayload } from './payment-user.payload.js';

const define = eventsOf('payment-user', {
  payload: PaymentUserEventPayload,
  key: (payload) => payload.user_id,
});

const created: PaymentUserEventPayload = {
  user_id: EXAMPLE.user_id,
  customer_app_id: EXAMPLE.customer_app_id,
  occurred_at: EXAMPLE.occurred_at,
  external_user_id: EXAMPLE.external_user_id,
  autopay_consent: false,
  metadata: {},
};

export const paymentUserCreated = define('payment_user.created', {
  description: 'A payment user was created, by its own operation or by a payment link.',
  example: created,
});

export const paymentUserUpdated = define('payment_user.updated', {
  description: 'A member of the payment user other than the consent changed.',
  example: created,
});

export const paymentUserErased = define('payment_user.erased', {
  description:
    'The person behind a payment user was erased: whoever keeps anything of them forgets it.',
  example: created,
});

export const autopayConsentGranted = define('payment_user.autopay_consent_granted', {
  description: 'The user now allows charges of stored methods.',
  example: { ...created, autopay_consent: true },
});

export const autopayConsentRevoked = define('payment_user.autopay_consent_revoked', {
  description: 'The user no longer allows charges of stored methods.',
  example: created,
});
