import { ObjectField, TextField } from '../../fields/index.js';

/** The processor's report of a payment, in its own words. */
export class ProcessorResult {
  @TextField({ optional: true, description: 'Why it was declined, as a code.' })
  decline_code?: string;

  @TextField({ optional: true, description: 'Why it was declined, as text.' })
  decline_reason?: string;

  @TextField({ optional: true, description: 'Result.' })
  result_code?: string;

  @TextField({ optional: true, description: 'Last thing that happened.' })
  last_action?: string;

  @TextField({ optional: true, description: 'Status.' })
  status?: string;
}

export class PaymentProcessorDetails {
  @TextField({ optional: true, description: 'Authorization code.' })
  auth_code?: string;

  @TextField({ optional: true, description: 'The gateway.', example: 'GW1' })
  processor_id?: string;

  @TextField({ optional: true, description: "The gateway's reference." })
  processor_reference?: string;

  @TextField({ optional: true, description: 'Bank scheme of a direct debit.' })
  scheme?: string;

  @TextField({ optional: true, description: 'Where a manual payment is sent.' })
  virtual_account_number?: string;

  @TextField({ optional: true, description: 'Its bank.' })
  virtual_account_bank_code?: string;

  @TextField({ optional: true, description: "The payer's bank." })
  bank_code?: string;

  @ObjectField(() => ProcessorResult, { optional: true, nullable: true, description: 'Outcome.' })
  result?: ProcessorResult | null;
}

export class PaymentReferences {
  @TextField({ optional: true, description: 'Ours.' })
  service_transaction_reference?: string;

  @TextField({ optional: true, description: 'Of the direct debit authorization.' })
  dda_reference?: string;

  @TextField({ optional: true, description: "The bank's." })
  bank_transaction_reference?: string;
}

export class PaymentDetailsResponse {
  @TextField({ optional: true, description: 'Shown by banks.', example: 'Order 1001' })
  description?: string;

  @TextField({ optional: true, description: 'The mandate that was charged.' })
  mandate_id?: string;

  @TextField({
    optional: true,
    deprecated: true,
    description: 'As createPayment was given it. Use external_transaction_reference.',
  })
  transaction_reference_id?: string;

  @TextField({ optional: true, description: "The customer app's reference.", example: 'INV-1001' })
  external_transaction_reference?: string;

  @TextField({ optional: true, description: 'When collected through a processor.' })
  processor_entity_name?: string;

  @TextField({ optional: true, description: 'Legal entity that collects.' })
  collection_entity_name?: string;

  @TextField({ optional: true, description: 'Recurring or one-off.' })
  recurring_payment_mode?: string;

  @ObjectField(() => PaymentReferences, { optional: true, description: 'References.' })
  references?: PaymentReferences;

  @ObjectField(() => PaymentProcessorDetails, {
    optional: true,
    nullable: true,
    description: "The processor's side.",
  })
  processor_details?: PaymentProcessorDetails | null;
}
