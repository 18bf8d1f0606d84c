import {
  AmountField,
  CurrencyField,
  EnumField,
  IdField,
  IntegerField,
  ObjectField,
  ObjectListField,
  TextField,
} from '@towpath/contracts';
import type { CustomerAppId } from '@towpath/kernel';

const DISPUTE_DIFFERENCE_KINDS = ['MISSING_HERE', 'MISSING_THERE', 'STATUS', 'SUM'] as const;
/**
 * - `MISSING_HERE`: the processor has a dispute that we do not have.
 * - `MISSING_THERE`: the processor does not know a dispute of ours.
 * - `STATUS`: the statuses differ; `SUM`: the amounts or currencies differ.
 */
export type DisputeDifferenceKind = (typeof DISPUTE_DIFFERENCE_KINDS)[number];

/** The request of an operator's command line. */
export class CompareDisputesRequest {
  @IdField('The customer app.') customer_app_id: CustomerAppId;
}

class DisputeSideResponse {
  @TextField('Where the dispute stands.') status: string;
  @AmountField('Disputed minor units.') amount: number;
  @CurrencyField() currency: string;
  @IntegerField('How many things happened to it at the processor.') position: number;
}

export class DisputeDifferenceResponse {
  @EnumField('What differs.', DISPUTE_DIFFERENCE_KINDS) kind: DisputeDifferenceKind;
  @TextField('The processor.') integration_id: string;
  @TextField("The processor's ID of the dispute.") processor_reference: string;
  @TextField('Our ID of it; absent where we have none.', { optional: true }) dispute_id?: string;
  @TextField('The payment in dispute.') payment_id: string;
  @ObjectField('What we have.', () => DisputeSideResponse, { optional: true })
  ours?: DisputeSideResponse;
  @ObjectField('What they have.', () => DisputeSideResponse, { optional: true })
  theirs?: DisputeSideResponse;
}

export class CompareDisputesResponse {
  @ObjectListField('Empty when all agree.', () => DisputeDifferenceResponse)
  differences: DisputeDifferenceResponse[];
}
