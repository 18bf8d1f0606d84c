import { field } from '../../fields/index.js';
import {
  PAYMENT_LINK_MODES,
  PAYMENT_LINK_STATUSES,
  type PaymentLinkMode,
  type PaymentLinkStatus,
} from '../../states/index.js';
import { EventPayload, EXAMPLE } from '../payload.js';
import { eventsOf } from '../define-event.js';

export class PaymentLinkEventPayload extends EventPayload {
  @field.id('The payment link.') payment_link_id: string;
  @field.text("The customer app's own reference of the link.") unique_reference_id: string;
  @field.enum('Collect now or register a method.', PAYMENT_LINK_MODES) mode: PaymentLinkMode;
  @field.enum('Null at creation.', PAYMENT_LINK_STATUSES, { nullable: true })
  previous_status: PaymentLinkStatus | null;
  @field.enum('Status after the change.', PAYMENT_LINK_STATUSES) status: PaymentLinkStatus;
  @field.id('Payment user of the sender.') user_id: string;
  @field.text("The customer app's ID of the sender.") external_user_id: string;
  @field.id('The payment that paid the link.', { optional: true }) payment_id?: string;
  @field.id('The method that the payer authorized.', { optional: true }) payment_method_id?: string;
  @field.id('The mandate of the attempt that the change is about.', { optional: true })
  mandate_id?: string;
  @field.amount('Minor units; mode PAYMENT only.', { optional: true }) amount?: number;
  @field.currency() currency: string;
  @field.metadata() metadata: Record<string, string>;
  @field.text('Why, where the status does not say it.', { optional: true }) reason?: string;
}

export const paymentLinkEvents = eventsOf(
  'payment-link',
  {
    payload: PaymentLinkEventPayload,
    key: (payload) => payload.payment_link_id,
    example: {
      payment_link_id: EXAMPLE.payment_link_id,
      unique_reference_id: EXAMPLE.unique_reference_id,
      mode: 'PAYMENT',
      previous_status: null,
      status: 'CREATED',
      user_id: EXAMPLE.user_id,
      external_user_id: EXAMPLE.external_user_id,
      amount: 12500,
      currency: 'HKD',
      metadata: EXAMPLE.metadata,
    },
  },
  {
    'payment_link.created': { description: 'A payment link was created and can be opened.' },
    'payment_link.paid': {
      description: 'The payment of a link in mode PAYMENT was executed.',
      example: { previous_status: 'CREATED', status: 'PAID', payment_id: EXAMPLE.payment_id },
      webhook: 'PAYMENT_LINK_PAID',
    },
    'payment_link.setup_succeeded': {
      description: 'The payment method of a link in mode SETUP was authorized.',
      example: {
        mode: 'SETUP',
        amount: undefined,
        previous_status: 'CREATED',
        status: 'SETUP_SUCCEEDED',
        payment_method_id: EXAMPLE.payment_method_id,
      },
      webhook: 'PAYMENT_LINK_SETUP_SUCCEEDED',
    },
    'payment_link.cancelled': {
      description: 'The customer app cancelled the link; it accepts no payment any more.',
      example: { previous_status: 'CREATED', status: 'CANCELLED' },
      webhook: 'PAYMENT_LINK_CANCELLED',
    },
    'payment_link.expired': {
      description: 'The validity period of the link ended without success.',
      example: { previous_status: 'CREATED', status: 'EXPIRED' },
      webhook: 'PAYMENT_LINK_EXPIRED',
    },
    'payment_link.mandate_released': {
      description:
        'The payer left direct debit on a link that stays open: the mandate is given up.',
      example: {
        previous_status: 'CREATED',
        status: 'CREATED',
        mandate_id: '01JQ0000000000000000000MND',
      },
    },
  },
);
