import { EnumField, IdField, MetadataField, ObjectField, TextField } from '../../fields/index.js';
import {
  CARD_STATUSES,
  PAYMENT_METHOD_TYPES,
  type CardStatus,
  type PaymentMethodType,
} from '../../states/index.js';
import { EmbeddedError } from '../../errors/embedded-error.js';
import { EventPayload } from '../payload.js';

export class PaymentMethodEventPayload extends EventPayload {
  @IdField('The payment method.') payment_method_id: string;
  @EnumField('Card or direct debit.', PAYMENT_METHOD_TYPES) payment_method_type: PaymentMethodType;
  @EnumField('Null at creation.', CARD_STATUSES, { nullable: true })
  previous_status: CardStatus | null;
  @EnumField('Status after the change.', CARD_STATUSES) status: CardStatus;
  @IdField('Payment user who owns the method.') user_id: string;
  @TextField("The customer app's ID of the user.") external_user_id: string;
  @IdField('The link on which the method was set up.', { optional: true }) payment_link_id?: string;
  @MetadataField({ optional: true }) metadata?: Record<string, string>;
  @ObjectField('On failure.', () => EmbeddedError, { optional: true }) error?: EmbeddedError;
  @TextField('Why, where the status does not say it.', { optional: true }) reason?: string;
}
