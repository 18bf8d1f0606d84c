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
  @IdField('The refund.') refund_id: string;
  @IdField('The payment that is given back.') payment_id: string;
  @EnumField('Null at creation.', REFUND_STATUSES, { nullable: true })
  previous_status: RefundStatus | null;
  @EnumField('Status after the change.', REFUND_STATUSES) status: RefundStatus;
  @AmountField('Minor units given back by this refund.') amount: number;
  @CurrencyField() currency: string;
  @IdField('The link that the payment belongs to.', { optional: true }) payment_link_id?: string;
  @IdField('Payment user of the sender.', { optional: true }) user_id?: string;
  @TextField("The customer app's ID of the sender.", { optional: true }) external_user_id?: string;
  @MetadataField('The metadata of the payment.') metadata: Record<string, string>;
  @TextField('Why the money goes back.', { optional: true }) reason?: string;
  @ObjectField('On failure.', () => EmbeddedError, { optional: true }) error?: EmbeddedError;
}
