import { CHARGE_BANK_STATUSES, type ChargeBankStatus } from '@towpath/kernel';
import { field } from '../../fields/index.js';
import { ProcessorResult } from '../payment-link/payment-details.dto.js';

/** Between services: one charge on a mandate. The payment is its name: a repeat charges nothing. */
export class ChargeMandateRequest {
  @field.id('The customer app of the mandate.') customer_app_id: string;
  @field.id('ID of the payment that collects.') payment_id: string;
  @field.amount('Amount to collect, in minor units.', { min: 1 }) amount: number;
  @field.currency() currency: string;
  @field.boolean('True starts the charge if it is unknown. False only reads its state.')
  begin: boolean;
}

/** Between services: which mandates of a payer could be charged so at this moment. */
export class ListChargeableMandatesRequest {
  @field.id('The customer app of the mandates.') customer_app_id: string;
  @field.id('ID of the payment user who pays.') user_id: string;
  @field.amount('Amount to collect, in minor units.', { min: 1 }) amount: number;
  @field.currency() currency: string;
}

/** The bank's report of a charge, in its own words. */
export class MandateChargeProcessorDetails {
  @field.text('ID of the bank or of its gateway.', { optional: true, example: 'GW3' })
  processor_id?: string;
  @field.text('Reference of the charge at the bank.', { optional: true })
  processor_reference?: string;
  @field.text('Bank scheme of the direct debit.', { optional: true }) scheme?: string;
  @field.object("Outcome in the bank's own words.", () => ProcessorResult, {
    optional: true,
    nullable: true,
  })
  result?: ProcessorResult | null;
}

export class MandateChargeFailure {
  @field.text('Code of the error, from the error catalogue.') code: string;
  @field.text('Details of this failure.') explanation: string;
}

/** State of a charge. */
export class MandateChargeResponse {
  @field.enum('Status of the charge at the bank.', CHARGE_BANK_STATUSES)
  bank_status: ChargeBankStatus;
  @field.object('Why the charge failed, was revoked or was returned.', () => MandateChargeFailure, {
    optional: true,
  })
  failure?: MandateChargeFailure;
  @field.text('Reference of the charge at the bank.', { optional: true })
  bank_transaction_reference?: string;
  @field.object(
    'Data of the bank that processed the charge.',
    () => MandateChargeProcessorDetails,
    {
      optional: true,
    },
  )
  processor_details?: MandateChargeProcessorDetails;
}

/**
 * Between services: charges whose money was collected or returned in a period. The end is
 * exclusive.
 */
export class ListSettledChargesRequest {
  @field.id('The customer app of the mandates.') customer_app_id: string;
  @field.boolean('True for live mandates, false for those of a test app.') live: boolean;
  @field.instant('Start of the period, by the clock of the app.') from: string;
  @field.instant('End of the period, exclusive, by the clock of the app.') to: string;
  @field.id('Last payment of the previous page.', { optional: true }) after?: string;
}

export class SettledCharge {
  @field.id('ID of the payment that collected.') payment_id: string;
  @field.boolean('Whether the bank returned the money to the payer.') returned: boolean;
  @field.boolean('Whether the return was cancelled.') reinstated: boolean;
  @field.amount('Amount in minor units.', { min: 1 }) amount: number;
  @field.currency() currency: string;
  @field.instant('When the money last moved, by the clock of the app.') settled_at: string;
}

export class ListSettledChargesResponse {
  @field.objectList('Charges of this page, in the order of payments.', () => SettledCharge)
  charges: SettledCharge[];
  @field.id('The after of the next page. Absent on the last page.', { optional: true })
  next?: string;
}
