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
import { DISPUTE_DIFFERENCE_KINDS, type DisputeDifferenceKind } from './dispute-difference.js';

/** The request of an operator's command line. */
export class CompareDisputesRequest {
  @IdField({ description: 'The customer app.' })
  customer_app_id: CustomerAppId;
}

class DisputeSideResponse {
  @TextField({ description: 'Where the dispute stands.' })
  status: string;

  @AmountField({ description: 'Disputed minor units.' })
  amount: number;

  @CurrencyField()
  currency: string;

  @IntegerField({ description: 'How many things happened to it at the processor.' })
  position: number;
}

export class DisputeDifferenceResponse {
  @EnumField(DISPUTE_DIFFERENCE_KINDS, { description: 'What differs.' })
  kind: DisputeDifferenceKind;

  @TextField({ description: 'The processor.' })
  integration_id: string;

  @TextField({ description: "The processor's ID of the dispute." })
  processor_reference: string;

  @TextField({ optional: true, description: 'Our ID of it; absent where we have none.' })
  dispute_id?: string;

  @TextField({ description: 'The payment in dispute.' })
  payment_id: string;

  @ObjectField(() => DisputeSideResponse, { optional: true, description: 'What we have.' })
  ours?: DisputeSideResponse;

  @ObjectField(() => DisputeSideResponse, { optional: true, description: 'What they have.' })
  theirs?: DisputeSideResponse;
}

export class CompareDisputesResponse {
  @ObjectListField(() => DisputeDifferenceResponse, { description: 'Empty when all agree.' })
  differences: DisputeDifferenceResponse[];
}
