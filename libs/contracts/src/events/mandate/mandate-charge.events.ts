import { eventsOf } from '../define-event.js';
import { EXAMPLE } from '../payload.js';
import { MandateChargeEventPayload } from './mandate-charge.payload.js';

const define = eventsOf('mandate', {
  payload: MandateChargeEventPayload,
  key: (payload) => payload.mandate_id,
});

/** For payment-link. It has no webhook, because the payment has its own. */
export const mandateChargeUpdated = define('mandate.charge_updated', {
  description: 'The bank told something new of a charge on the mandate.',
  example: {
    mandate_id: '01JQ0000000000000000000MND',
    customer_app_id: EXAMPLE.customer_app_id,
    occurred_at: EXAMPLE.occurred_at,
    payment_id: EXAMPLE.payment_id,
    bank_status: 'EXECUTED',
    amount: 12500,
    currency: 'HKD',
    bank_transaction_reference: 'DD-7F3K2M',
    processor_details: { processor_id: 'GW3', result: { status: 'ACSC' } },
  },
});
