import { EmbeddedError } from '../../errors/embedded-error.js';
import {
  AmountField,
  CurrencyField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  ObjectField,
  ObjectListField,
  TextField,
} from '../../fields/index.js';
import {
  REFUND_ORIGINS,
  REFUND_STATUSES,
  type RefundOrigin,
  type RefundStatus,
} from '../../states/index.js';
import { PageResponse } from '../shared/page.dto.js';

export class CreateRefundRequest {
  @AmountField({
    optional: true,
    min: 1,
    description: 'Minor units, at most what is left. Absent: all that is left.',
    example: 2500,
  })
  amount?: number;

  @TextField({
    optional: true,
    min: 1,
    max: 100,
    description: 'Why, in words of your own without personal data. Shown again, not to the payer.',
    example: 'One item was sent back',
  })
  reason?: string;
}

/** Money of a payment that returns to the payer. */
export class RefundResponse {
  @IdField({ description: 'Refund ID.' })
  refund_id: string;

  @IdField({ description: 'The payment whose money goes back.' })
  payment_id: string;

  @AmountField({ description: 'Minor units.', example: 2500 })
  amount: number;

  @CurrencyField()
  currency: string;

  @EnumField(REFUND_STATUSES, { description: 'EXECUTED is the only success.' })
  status: RefundStatus;

  @EnumField(REFUND_ORIGINS, {
    description: 'SYSTEM: money that its payment link did not take, returned without being asked.',
  })
  origin: RefundOrigin;

  @TextField({ optional: true, description: 'Why the money goes back.' })
  reason?: string;

  @IdField({ optional: true, description: 'The payout that sends it, of a direct debit.' })
  payout_id?: string;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;

  @InstantField({ description: 'When it was asked for.' })
  created_at: string;

  @InstantField({ description: 'When its status last changed.' })
  updated_at: string;
}

export class ListRefundsResponse extends PageResponse {
  @ObjectListField(() => RefundResponse, { description: 'One page, newest first.' })
  refunds: RefundResponse[];

  @IntegerField({ min: 0, description: 'How many refunds the payment has.' })
  total_refunds: number;
}
