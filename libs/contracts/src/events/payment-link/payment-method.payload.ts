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
  @IdField({ description: 'The payment method.' })
  payment_method_id: string;

  @EnumField(PAYMENT_METHOD_TYPES, { description: 'Card or direct debit.' })
  payment_method_type: PaymentMethodType;

  @EnumField(CARD_STATUSES, { nullable: true, description: 'Null at creation.' })
  previous_status: CardStatus | null;

  @EnumField(CARD_STATUSES, { description: 'Status after the change.' })
  status: CardStatus;

  @IdField({ description: 'Payment user who owns the method.' })
  user_id: string;

  @TextField({ description: "The customer app's ID of the user." })
  external_user_id: string;

  @IdField({ optional: true, description: 'The link on which the method was set up.' })
  payment_link_id?: string;

  @MetadataField({ optional: true })
  metadata?: Record<string, string>;

  @ObjectField(() => EmbeddedError, { optional: true, description: 'On failure.' })
  error?: EmbeddedError;

  @TextField({ optional: true, description: 'Why, where the status does not say it.' })
  reason?: string;
}
