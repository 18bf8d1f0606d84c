import { EmbeddedError } from '../../errors/embedded-error.js';
import {
  AmountField,
  CurrencyField,
  EnumField,
  IdField,
  MetadataField,
  ObjectField,
  TextField,
} from '../../fields/index.js';
import { REFUND_STATUSES, type RefundStatus } from '../../states/index.js';
import { EventPayload } from '../payload.js';

export class RefundEventPayload extends EventPayload {
  @IdField({ description: 'The refund.' })
  refund_id: string;

  @IdField({ description: 'The payment that is given back.' })
  payment_id: string;

  @EnumField(REFUND_STATUSES, { nullable: true, description: 'Null at creation.' })
  previous_status: RefundStatus | null;

  @EnumField(REFUND_STATUSES, { description: 'Status after the change.' })
  status: RefundStatus;

  @AmountField({ description: 'Minor units given back by this refund.' })
  amount: number;

  @CurrencyField()
  currency: string;

  @IdField({ optional: true, description: 'The link that the payment belongs to.' })
  payment_link_id?: string;

  @IdField({ optional: true, description: 'Payment user of the sender.' })
  user_id?: string;

  @TextField({ optional: true, description: "The customer app's ID of the sender." })
  external_user_id?: string;

  @MetadataField({ description: 'The metadata of the payment.' })
  metadata: Record<string, string>;

  @TextField({ optional: true, description: 'Why the money goes back.' })
  reason?: string;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;
}
