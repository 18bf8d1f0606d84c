import { CHARGE_BANK_STATUSES, type ChargeBankStatus } from '@towpath/kernel';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  EnumField,
  IdField,
  InstantField,
  ObjectField,
  ObjectListField,
  TextField,
} from '../../fields/index.js';
import { ProcessorResult } from '../payment-link/payment-details.dto.js';

/** Between services: one charge on a mandate. The payment is its name: a repeat charges nothing. */
export class ChargeMandateRequest {
  @IdField('The customer app of the mandate.') customer_app_id: string;
  @IdField('ID of the payment that collects.') payment_id: string;
  @AmountField('Amount to collect, in minor units.', { min: 1 }) amount: number;
  @CurrencyField() currency: string;
  @BooleanField('True starts the charge if it is unknown. False only reads its state.')
  begin: boolean;
}

/** Between services: which mandates of a payer could be charged so at this moment. */
export class ListChargeableMandatesRequest {
  @IdField('The customer app of the mandates.') customer_app_id: string;
  @IdField('ID of the payment user who pays.') user_id: string;
  @AmountField('Amount to collect, in minor units.', { min: 1 }) amount: number;
  @CurrencyField() currency: string;
}

/** The bank's report of a charge, in its own words. */
export class MandateChargeProcessorDetails {
  @TextField('ID of the bank or of its gateway.', { optional: true, example: 'GW3' })
  processor_id?: string;
  @TextField('Reference of the charge at the bank.', { optional: true })
  processor_reference?: string;
  @TextField('Bank scheme of the direct debit.', { optional: true }) scheme?: string;
  @ObjectField("Outcome in the bank's own words.", () => ProcessorResult, {
    optional: true,
    nullable: true,
  })
  result?: ProcessorResult | null;
}

export class MandateChargeFailure {
  @TextField('Code of the error, from the error catalogue.') code: string;
  @TextField('Details of this failure.') explanation: string;
}

/** State of a charge. */
export class MandateChargeResponse {
  @EnumField('Status of the charge at the bank.', CHARGE_BANK_STATUSES)
  bank_status: ChargeBankStatus;
  @ObjectField('Why the charge failed, was revoked or was returned.', () => MandateChargeFailure, {
    optional: true,
  })
  failure?: MandateChargeFailure;
  @TextField('Reference of the charge at the bank.', { optional: true })
  bank_transaction_reference?: string;
  @ObjectField('Data of the bank that processed the charge.', () => MandateChargeProcessorDetails, {
    optional: true,
  })
  processor_details?: MandateChargeProcessorDetails;
}

/**
 * Between services: charges whose money was collected or returned in a period. The end is
 * exclusive.
 */
export class ListSettledChargesRequest {
  @IdField('The customer app of the mandates.') customer_app_id: string;
  @BooleanField('True for live mandates, false for those of a test app.') live: boolean;
  @InstantField('Start of the period, by the clock of the app.') from: string;
  @InstantField('End of the period, exclusive, by the clock of the app.') to: string;
  @IdField('Last payment of the previous page.', { optional: true }) after?: string;
}

export class SettledCharge {
  @IdField('ID of the payment that collected.') payment_id: string;
  @BooleanField('Whether the bank returned the money to the payer.') returned: boolean;
  @AmountField('Amount in minor units.', { min: 1 }) amount: number;
  @CurrencyField() currency: string;
  @InstantField('When the money last moved, by the clock of the app.') settled_at: string;
}

export class ListSettledChargesResponse {
  @ObjectListField('Charges of this page, in the order of payments.', () => SettledCharge)
  charges: SettledCharge[];
  @IdField('The after of the next page. Absent on the last page.', { optional: true })
  next?: string;
}
