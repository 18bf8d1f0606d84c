import { eventsOf } from '../define-event.js';
import { EXAMPLE } from '../payload.js';
import { PaymentMethodEventPayload } from './payment-method.payload.js';

const define = eventsOf('payment-method', {
  payload: PaymentMethodEventPayload,
  key: (payload) => payload.payment_method_id,
});

const created: PaymentMethodEventPayload = {
  payment_method_id: EXAMPLE.payment_method_id,
  customer_app_id: EXAMPLE.customer_app_id,
  occurred_at: EXAMPLE.occurred_at,
  payment_method_type: 'CARD',
  previous_status: null,
  status: 'CREATED',
  user_id: EXAMPLE.user_id,
  external_user_id: EXAMPLE.external_user_id,
  payment_link_id: EXAMPLE.payment_link_id,
};

export const paymentMethodCreated = define('payment_method.created', {
  description: 'A card was chosen and waits for its authorization.',
  example: created,
});

export const paymentMethodSucceeded = define('payment_method.succeeded', {
  description: 'The gateway authorized the card.',
  example: { ...created, previous_status: 'CREATED', status: 'SUCCEEDED' },
});

export const paymentMethodFailed = define('payment_method.failed', {
  description: 'The gateway declined the card.',
  example: { ...created, previous_status: 'CREATED', status: 'FAILED', error: EXAMPLE.error },
});

export const paymentMethodCancelled = define('payment_method.cancelled', {
  description: 'The payment method was cancelled and can no longer be charged.',
  example: { ...created, previous_status: 'SUCCEEDED', status: 'CANCELLED' },
});
