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

  @IdField({ description: 'The payment that collects.' })
  payment_id: string;

  @AmountField({ min: 1, description: 'Minor units.' })
  amount: number;

  @CurrencyField()
  currency: string;

  @BooleanField({
    description: 'False: only tells how the charge stands; one that is not known is not begun.',
  })
  begin: boolean;
}

/** Between services: which mandates of a payer could be charged so at this moment. */
export class ListChargeableMandatesRequest {
  @IdField({ description: 'The customer app of the mandates.' })
  customer_app_id: string;

  @IdField({ description: 'The payment user who pays.' })
  user_id: string;

  @AmountField({ min: 1, description: 'Minor units.' })
  amount: number;

  @CurrencyField()
  currency: string;
}

/** The bank's report of a charge, in its own words. */
export class MandateChargeProcessorDetails {
  @TextField({ optional: true, description: 'The bank or its gateway.', example: 'GW3' })
  processor_id?: string;

  @TextField({ optional: true, description: "The bank's reference." })
  processor_reference?: string;

  @TextField({ optional: true, description: 'Bank scheme.' })
  scheme?: string;

  @ObjectField(() => ProcessorResult, { optional: true, nullable: true, description: 'Outcome.' })
  result?: ProcessorResult | null;
}

export class MandateChargeFailure {
  @TextField({ description: 'A code of the error catalogue.' })
  code: string;

  @TextField({ description: 'What is particular to this failure.' })
  explanation: string;
}

/** State of a charge. */
export class MandateChargeResponse {
  @EnumField(CHARGE_BANK_STATUSES, {
    optional: true,
    description: 'What the bank says of it. Absent in answers of the release before.',
  })
  bank_status?: ChargeBankStatus;

  /** Read by the release before; goes with the next one. */
  @EnumField(CHARGE_BANK_STATUSES, { description: 'As `bank_status`.' })
  truth: ChargeBankStatus;

  @ObjectField(() => MandateChargeFailure, {
    optional: true,
    description: 'Why, once it failed, was revoked or was returned.',
  })
  failure?: MandateChargeFailure;

  @TextField({ optional: true, description: "The bank's reference of the movement." })
  bank_transaction_reference?: string;

  @ObjectField(() => MandateChargeProcessorDetails, {
    optional: true,
    description: "The bank's words.",
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

  @BooleanField({ description: 'Of live mandates, or of those of a test app.' })
  live: boolean;

  @InstantField({ description: "From this instant of the app's clock on." })
  from: string;

  @InstantField({ description: "Up to this instant of the app's clock." })
  to: string;

  @IdField({ optional: true, description: 'The last payment of the page before.' })
  after?: string;
}

export class SettledCharge {
  @IdField({ description: 'The payment that collected.' })
  payment_id: string;

  @BooleanField({ description: 'Whether the bank gave the money back to the payer.' })
  returned: boolean;

  @AmountField({ min: 1, description: 'Minor units.' })
  amount: number;

  @CurrencyField()
  currency: string;

  @InstantField({ description: "Of its last move, by the app's clock." })
  settled_at: string;
}

export class ListSettledChargesResponse {
  @ObjectListField(() => SettledCharge, { description: 'A page, in the order of payments.' })
  charges: SettledCharge[];

  @IdField({ optional: true, description: 'The `after` of the next page; absent on the last.' })
  next?: string;
}
