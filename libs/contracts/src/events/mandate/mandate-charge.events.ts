import { CHARGE_BANK_STATUSES, type ChargeBankStatus } from '@towpath/kernel';
import { EmbeddedError } from '../../errors/embedded-error.js';
import { field } from '../../fields/index.js';
import { MandateChargeProcessorDetails } from '../../http/internal/mandate-charge.dto.js';
import { EventPayload, EXAMPLE } from '../payload.js';
import { eventsOf } from '../define-event.js';

export class MandateChargeEventPayload extends EventPayload {
  @field.id('The mandate that was charged.') mandate_id: string;
  @field.id('The payment that collects.') payment_id: string;
  @field.enum('Status of the charge at the bank.', CHARGE_BANK_STATUSES)
  bank_status: ChargeBankStatus;
  @field.amount('Minor units.') amount: number;
  @field.currency() currency: string;
  @field.text("The bank's reference of the movement.", { optional: true })
  bank_transaction_reference?: string;
  @field.object("The bank's words.", () => MandateChargeProcessorDetails, { optional: true })
  processor_details?: MandateChargeProcessorDetails;
  @field.object('Once it failed, was revoked or was returned.', () => EmbeddedError, {
    optional: true,
  })
  error?: EmbeddedError;
}

export const mandateChargeEvents = eventsOf(
  'mandate',
  {
    payload: MandateChargeEventPayload,
    key: (payload) => payload.mandate_id,
    example: {
      mandate_id: '01JQ0000000000000000000MND',
      payment_id: EXAMPLE.payment_id,
      bank_status: 'EXECUTED',
      amount: 12500,
      currency: 'HKD',
      bank_transaction_reference: 'DD-7F3K2M',
      processor_details: { processor_id: 'GW3', result: { status: 'ACSC' } },
    },
  },
  {
    /** For payment-link. It has no webhook, because the payment has its own. */
    'mandate.charge_updated': {
      description: 'The bank told something new of a charge on the mandate.',
    },
  },
);
