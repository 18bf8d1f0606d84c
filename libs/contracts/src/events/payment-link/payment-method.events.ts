import { field } from '../../fields/index.js';
import {
  CARD_STATUSES,
  PAYMENT_METHOD_TYPES,
  type CardStatus,
  type PaymentMethodType,
} from '../../states/index.js';
import { EmbeddedError } from '../../errors/embedded-error.js';
import { EventPayload, EXAMPLE } from '../payload.js';
import { eventsOf } from '../define-event.js';

export class PaymentMethodEventPayload extends EventPayload {
  @field.id('The payment method.') payment_method_id: string;
  @field.enum('Card or direct debit.', PAYMENT_METHOD_TYPES) payment_method_type: PaymentMethodType;
  @field.enum('Null at creation.', CARD_STATUSES, { nullable: true })
  previous_status: CardStatus | null;
  @field.enum('Status after the change.', CARD_STATUSES) status: CardStatus;
  @field.id('Payment user who owns the method.') user_id: string;
  @field.text("The customer app's ID of the user.") external_user_id: string;
  @field.id('The link on which the method was set up.', { optional: true })
  payment_link_id?: string;
  @field.metadata({ optional: true }) metadata?: Record<string, string>;
  @field.object('On failure.', () => EmbeddedError, { optional: true }) error?: EmbeddedError;
  @field.text('Why, where the status does not say it.', { optional: true }) reason?: string;
}

export const paymentMethodEvents = eventsOf(
  'payment-method',
  {
    payload: PaymentMethodEventPayload,
    key: (payload) => payload.payment_method_id,
    example: {
      payment_method_id: EXAMPLE.payment_method_id,
      payment_method_type: 'CARD',
      previous_status: null,
      status: 'CREATED',
      user_id: EXAMPLE.user_id,
      external_user_id: EXAMPLE.external_user_id,
      payment_link_id: EXAMPLE.payment_link_id,
    },
  },
  {
    'payment_method.created': { description: 'A card was chosen and waits for its authorization.' },
    'payment_method.succeeded': {
      description: 'The gateway authorized the card.',
      example: { previous_status: 'CREATED', status: 'SUCCEEDED' },
    },
    'payment_method.failed': {
      description: 'The gateway declined the card.',
      example: { previous_status: 'CREATED', status: 'FAILED', error: EXAMPLE.error },
    },
    'payment_method.cancelled': {
      description: 'The payment method was cancelled and can no longer be charged.',
      example: { previous_status: 'SUCCEEDED', status: 'CANCELLED' },
    },
  },
);
