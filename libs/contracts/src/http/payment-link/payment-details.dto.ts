import { ObjectField, TextField } from '../../fields/index.js';

/** The processor's report of a payment, in its own words. */
export class ProcessorResult {
  @TextField('Code for the reason of a decline, as the processor gives it.', { optional: true })
  decline_code?: string;
  @TextField('Reason of a decline, as the processor words it.', { optional: true })
  decline_reason?: string;
  @TextField('Result code of the processor.', { optional: true }) result_code?: string;
  @TextField('Latest operation on the payment at the processor.', { optional: true })
  last_action?: string;
  @TextField('Status of the payment, as the processor names it.', { optional: true })
  status?: string;
}

export class PaymentProcessorDetails {
  @TextField('Authorization code of the issuer, for card payments.', { optional: true })
  auth_code?: string;
  @TextField('ID of the gateway or bank that processed the payment.', {
    optional: true,
    example: 'GW1',
  })
  processor_id?: string;
  @TextField(
    'Reference at the processor. For a manual payment: the reference that the payer gives.',
    { optional: true },
  )
  processor_reference?: string;
  @TextField('Bank scheme of a direct debit.', { optional: true }) scheme?: string;
  @TextField('Account number to which the payer sends a manual payment.', { optional: true })
  virtual_account_number?: string;
  @TextField('Bank code of the virtual account.', { optional: true })
  virtual_account_bank_code?: string;
  @TextField("Code of the payer's bank, for bank transfers.", { optional: true })
  bank_code?: string;
  @ObjectField("Outcome in the processor's own words.", () => ProcessorResult, {
    optional: true,
    nullable: true,
  })
  result?: ProcessorResult | null;
}

export class PaymentReferences {
  @TextField('Our reference of the payment.', { optional: true })
  service_transaction_reference?: string;
  @TextField('Reference of the direct debit authorization.', { optional: true })
  dda_reference?: string;
  @TextField('Reference of the payment at the bank.', { optional: true })
  bank_transaction_reference?: string;
}

export class PaymentDetailsResponse {
  @TextField('What the payment is for, as banks show it.', {
    optional: true,
    example: 'Order 1001',
  })
  description?: string;
  @TextField('ID of the mandate that was charged.', { optional: true }) mandate_id?: string;
  @TextField('Older reference, returned as you sent it. Use external_transaction_reference.', {
    optional: true,
    deprecated: true,
  })
  transaction_reference_id?: string;
  @TextField('Your own reference of the payment.', { optional: true, example: 'INV-1001' })
  external_transaction_reference?: string;
  @TextField('Legal entity of the processor. Absent when the merchant collects directly.', {
    optional: true,
  })
  processor_entity_name?: string;
  @TextField('Legal entity that collects the payment.', { optional: true })
  collection_entity_name?: string;
  @TextField('Whether the payment is one-off, or recurs on a fixed or variable schedule.', {
    optional: true,
  })
  recurring_payment_mode?: string;
  @ObjectField(
    'References of the payment at the service and at the bank.',
    () => PaymentReferences,
    { optional: true },
  )
  references?: PaymentReferences;
  @ObjectField(
    'Data of the gateway or bank that processed the payment.',
    () => PaymentProcessorDetails,
    { optional: true, nullable: true },
  )
  processor_details?: PaymentProcessorDetails | null;
}
