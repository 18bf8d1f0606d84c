import { field } from '../../fields/index.js';

/** The processor's report of a payment, in its own words. */
export class ProcessorResult {
  @field.text('Code for the reason of a decline, as the processor gives it.', { optional: true })
  decline_code?: string;
  @field.text('Reason of a decline, as the processor words it.', { optional: true })
  decline_reason?: string;
  @field.text('Result code of the processor.', { optional: true }) result_code?: string;
  @field.text('Latest operation on the payment at the processor.', { optional: true })
  last_action?: string;
  @field.text('Status of the payment, as the processor names it.', { optional: true })
  status?: string;
}

export class PaymentProcessorDetails {
  @field.text('Authorization code of the issuer, for card payments.', { optional: true })
  auth_code?: string;
  @field.text('ID of the gateway or bank that processed the payment.', {
    optional: true,
    example: 'GW1',
  })
  processor_id?: string;
  @field.text(
    'Reference at the processor. For a manual payment: the reference that the payer gives.',
    { optional: true },
  )
  processor_reference?: string;
  @field.text('Bank scheme of a direct debit.', { optional: true }) scheme?: string;
  @field.text('Account number to which the payer sends a manual payment.', { optional: true })
  virtual_account_number?: string;
  @field.text('Bank code of the virtual account.', { optional: true })
  virtual_account_bank_code?: string;
  @field.text("Code of the payer's bank, for bank transfers.", { optional: true })
  bank_code?: string;
  @field.object("Outcome in the processor's own words.", () => ProcessorResult, {
    optional: true,
    nullable: true,
  })
  result?: ProcessorResult | null;
}

export class PaymentReferences {
  @field.text('Our reference of the payment.', { optional: true })
  service_transaction_reference?: string;
  @field.text('Reference of the direct debit authorization.', { optional: true })
  dda_reference?: string;
  @field.text('Reference of the payment at the bank.', { optional: true })
  bank_transaction_reference?: string;
}

export class PaymentDetailsResponse {
  @field.text('What the payment is for, as banks show it.', {
    optional: true,
    example: 'Order 1001',
  })
  description?: string;
  @field.text('ID of the mandate that was charged.', { optional: true }) mandate_id?: string;
  @field.text('Older reference, returned as you sent it. Use external_transaction_reference.', {
    optional: true,
    deprecated: true,
  })
  transaction_reference_id?: string;
  @field.text('Your own reference of the payment.', { optional: true, example: 'INV-1001' })
  external_transaction_reference?: string;
  @field.text('Legal entity of the processor. Absent when the merchant collects directly.', {
    optional: true,
  })
  processor_entity_name?: string;
  @field.text('Legal entity that collects the payment.', { optional: true })
  collection_entity_name?: string;
  @field.text('Whether the payment is one-off, or recurs on a fixed or variable schedule.', {
    optional: true,
  })
  recurring_payment_mode?: string;
  @field.object(
    'References of the payment at the service and at the bank.',
    () => PaymentReferences,
    { optional: true },
  )
  references?: PaymentReferences;
  @field.object(
    'Data of the gateway or bank that processed the payment.',
    () => PaymentProcessorDetails,
    { optional: true, nullable: true },
  )
  processor_details?: PaymentProcessorDetails | null;
}
