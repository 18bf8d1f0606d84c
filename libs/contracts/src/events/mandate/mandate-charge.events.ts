import { defineEvent } from '../define-event.js';
import { EXAMPLE } from '../payload.js';
import { MandateChargeEventPayload } from './mandate-charge.payload.js';

/** For payment-link. It has no webhook, because the payment has its own. */
export const mandateChargeUpdated = defineEvent({
  version: 1,
  owner: 'mandate',
  aggregate: 'mandate',
  payload: MandateChargeEventPayload,
  key: (payload: MandateChargeEventPayload) => payload.mandate_id,
  name: 'mandate.charge_updated',
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
