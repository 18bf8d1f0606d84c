import { eventsOf } from '../define-event.js';
import { EXAMPLE } from '../payload.js';
import { PaymentLinkEventPayload } from './payment-link.payload.js';

const define = eventsOf('payment-link', {
  payload: PaymentLinkEventPayload,
  key: (payload) => payload.payment_link_id,
});

const created: PaymentLinkEventPayload = {
  payment_link_id: EXAMPLE.payment_link_id,
  customer_app_id: EXAMPLE.customer_app_id,
  occurred_at: EXAMPLE.occurred_at,
  unique_reference_id: EXAMPLE.unique_reference_id,
  mode: 'PAYMENT',
  previous_status: null,
  status: 'CREATED',
  user_id: EXAMPLE.user_id,
  external_user_id: EXAMPLE.external_user_id,
  amount: 12500,
  currency: 'HKD',
  metadata: EXAMPLE.metadata,
};

export const paymentLinkCreated = define('payment_link.created', {
  description: 'A payment link was created and can be opened.',
  example: created,
});

export const paymentLinkPaid = define('payment_link.paid', {
  description: 'The payment of a link in mode PAYMENT was executed.',
  example: {
    ...created,
    previous_status: 'CREATED',
    status: 'PAID',
    payment_id: EXAMPLE.payment_id,
  },
});

export const paymentLinkSetupSucceeded = define('payment_link.setup_succeeded', {
  description: 'The payment method of a link in mode SETUP was authorized.',
  example: {
    ...created,
    mode: 'SETUP',
    amount: undefined,
    previous_status: 'CREATED',
    status: 'SETUP_SUCCEEDED',
    payment_method_id: EXAMPLE.payment_method_id,
  },
});

export const paymentLinkCancelled = define('payment_link.cancelled', {
  description: 'The customer app cancelled the link; it accepts no payment any more.',
  example: { ...created, previous_status: 'CREATED', status: 'CANCELLED' },
});

export const paymentLinkExpired = define('payment_link.expired', {
  description: 'The validity period of the link ended without success.',
  example: { ...created, previous_status: 'CREATED', status: 'EXPIRED' },
});

export const paymentLinkMandateReleased = define('payment_link.mandate_released', {
  description: 'The payer left direct debit on a link that stays open: the mandate is given up.',
  example: {
    ...created,
    previous_status: 'CREATED',
    status: 'CREATED',
    mandate_id: '01JQ0000000000000000000MND',
  },
});
