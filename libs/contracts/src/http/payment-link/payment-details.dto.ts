import { ObjectField, TextField } from '../../fields/index.js';

/** The processor's report of a payment, in its own words. */
export class ProcessorResult {
  @TextField({
    optional: true,
    description: 'Code for the reason of a decline, as the processor gives it.',
  })
  decline_code?: string;

  @TextField({ optional: true, description: 'Reason of a decline, as the processor words it.' })
  decline_reason?: string;

  @TextField({ optional: true, description: 'Result code of the processor.' })
  result_code?: string;

  @TextField({ optional: true, description: 'Latest operation on the payment at the processor.' })
  last_action?: string;

  @TextField({ optional: true, description: 'Status of the payment, as the processor names it.' })
  status?: string;
}

export class PaymentProcessorDetails {
  @TextField({
    optional: true,
    description: 'Authorization code of the issuer, for card payments.',
  })
  auth_code?: string;

  @TextField({
    optional: true,
    description: 'ID of the gateway or bank that processed the payment.',
    example: 'GW1',
  })
  processor_id?: string;

  @TextField({
    optional: true,
    description:
      'Reference at the processor. For a manual payment: the reference that the payer gives.',
  })
  processor_reference?: string;

  @TextField({ optional: true, description: 'Bank scheme of a direct debit.' })
  scheme?: string;

  @TextField({
    optional: true,
    description: 'Account number to which the payer sends a manual payment.',
  })
  virtual_account_number?: string;

  @TextField({ optional: true, description: 'Bank code of the virtual account.' })
  virtual_account_bank_code?: string;

  @TextField({ optional: true, description: "Code of the payer's bank, for bank transfers." })
  bank_code?: string;

  @ObjectField(() => ProcessorResult, {
    optional: true,
    nullable: true,
    description: "Outcome in the processor's own words.",
  })
  result?: ProcessorResult | null;
}

export class PaymentReferences {
  @TextField({ optional: true, description: 'Our reference of the payment.' })
  service_transaction_reference?: string;

  @TextField({ optional: true, description: 'Reference of the direct debit authorization.' })
  dda_reference?: string;

  @TextField({ optional: true, description: 'Reference of the payment at the bank.' })
  bank_transaction_reference?: string;
}

export class PaymentDetailsResponse {
  @TextField({
    optional: true,
    description: 'What the payment is for, as banks show it.',
    example: 'Order 1001',
  })
  description?: string;

  @TextField({ optional: true, description: 'ID of the mandate that was charged.' })
  mandate_id?: string;

  @TextField({
    optional: true,
    deprecated: true,
    description: 'Older reference, returned as you sent it. Use external_transaction_reference.',
  })
  transaction_reference_id?: string;

  @TextField({
    optional: true,
    description: 'Your own reference of the payment.',
    example: 'INV-1001',
  })
  external_transaction_reference?: string;

  @TextField({
    optional: true,
    description: 'Legal entity of the processor. Absent when the merchant collects directly.',
  })
  processor_entity_name?: string;

  @TextField({ optional: true, description: 'Legal entity that collects the payment.' })
  collection_entity_name?: string;

  @TextField({
    optional: true,
    description: 'Whether the payment is one-off, or recurs on a fixed or variable schedule.',
  })
  recurring_payment_mode?: string;

  @ObjectField(() => PaymentReferences, {
    optional: true,
    description: 'References of the payment at the service and at the bank.',
  })
  references?: PaymentReferences;

  @ObjectField(() => PaymentProcessorDetails, {
    optional: true,
    nullable: true,
    description: 'Data of the gateway or bank that processed the payment.',
  })
  processor_details?: PaymentProcessorDetails | null;
}
