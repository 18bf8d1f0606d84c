import { field } from '@towpath/contracts';
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
  @field.id('The customer app.') customer_app_id: CustomerAppId;
}

class DisputeSideResponse {
  @field.text('Where the dispute stands.') status: string;
  @field.amount('Disputed minor units.') amount: number;
  @field.currency() currency: string;
  @field.integer('How many things happened to it at the processor.') position: number;
}

export class DisputeDifferenceResponse {
  @field.enum('What differs.', DISPUTE_DIFFERENCE_KINDS) kind: DisputeDifferenceKind;
  @field.text('The processor.') integration_id: string;
  @field.text("The processor's ID of the dispute.") processor_reference: string;
  @field.text('Our ID of it; absent where we have none.', { optional: true }) dispute_id?: string;
  @field.text('The payment in dispute.') payment_id: string;
  @field.object('What we have.', () => DisputeSideResponse, { optional: true })
  ours?: DisputeSideResponse;
  @field.object('What they have.', () => DisputeSideResponse, { optional: true })
  theirs?: DisputeSideResponse;
}

export class CompareDisputesResponse {
  @field.objectList('Empty when all agree.', () => DisputeDifferenceResponse)
  differences: DisputeDifferenceResponse[];
}
