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
  @IdField({ description: 'The customer app of the mandate.' })
  customer_app_id: string;

  @IdField({ description: 'ID of the payment that collects.' })
  payment_id: string;

  @AmountField({ min: 1, description: 'Amount to collect, in minor units.' })
  amount: number;

  @CurrencyField()
  currency: string;

  @BooleanField({
    description: 'True starts the charge if it is unknown. False only reads its state.',
  })
  begin: boolean;
}

/** Between services: which mandates of a payer could be charged so at this moment. */
export class ListChargeableMandatesRequest {
  @IdField({ description: 'The customer app of the mandates.' })
  customer_app_id: string;

  @IdField({ description: 'ID of the payment user who pays.' })
  user_id: string;

  @AmountField({ min: 1, description: 'Amount to collect, in minor units.' })
  amount: number;

  @CurrencyField()
  currency: string;
}

/** The bank's report of a charge, in its own words. */
export class MandateChargeProcessorDetails {
  @TextField({ optional: true, description: 'ID of the bank or of its gateway.', example: 'GW3' })
  processor_id?: string;

  @TextField({ optional: true, description: 'Reference of the charge at the bank.' })
  processor_reference?: string;

  @TextField({ optional: true, description: 'Bank scheme of the direct debit.' })
  scheme?: string;

  @ObjectField(() => ProcessorResult, {
    optional: true,
    nullable: true,
    description: "Outcome in the bank's own words.",
  })
  result?: ProcessorResult | null;
}

export class MandateChargeFailure {
  @TextField({ description: 'Code of the error, from the error catalogue.' })
  code: string;

  @TextField({ description: 'Details of this failure.' })
  explanation: string;
}

/** State of a charge. */
export class MandateChargeResponse {
  @EnumField(CHARGE_BANK_STATUSES, { description: 'Status of the charge at the bank.' })
  bank_status: ChargeBankStatus;

  @ObjectField(() => MandateChargeFailure, {
    optional: true,
    description: 'Why the charge failed, was revoked or was returned.',
  })
  failure?: MandateChargeFailure;

  @TextField({ optional: true, description: 'Reference of the charge at the bank.' })
  bank_transaction_reference?: string;

  @ObjectField(() => MandateChargeProcessorDetails, {
    optional: true,
    description: 'Data of the bank that processed the charge.',
  })
  processor_details?: MandateChargeProcessorDetails;
}

/**
 * Between services: charges whose money was collected or returned in a period. The end is
 * exclusive.
 */
export class ListSettledChargesRequest {
  @IdField({ description: 'The customer app of the mandates.' })
  customer_app_id: string;

  @BooleanField({ description: 'True for live mandates, false for those of a test app.' })
  live: boolean;

  @InstantField({ description: 'Start of the period, by the clock of the app.' })
  from: string;

  @InstantField({ description: 'End of the period, exclusive, by the clock of the app.' })
  to: string;

  @IdField({ optional: true, description: 'Last payment of the previous page.' })
  after?: string;
}

export class SettledCharge {
  @IdField({ description: 'ID of the payment that collected.' })
  payment_id: string;

  @BooleanField({ description: 'Whether the bank returned the money to the payer.' })
  returned: boolean;

  @AmountField({ min: 1, description: 'Amount in minor units.' })
  amount: number;

  @CurrencyField()
  currency: string;

  @InstantField({ description: 'When the money last moved, by the clock of the app.' })
  settled_at: string;
}

export class ListSettledChargesResponse {
  @ObjectListField(() => SettledCharge, {
    description: 'Charges of this page, in the order of payments.',
  })
  charges: SettledCharge[];

  @IdField({ optional: true, description: 'The after of the next page. Absent on the last page.' })
  next?: string;
}
