import { field } from '../../fields/index.js';
import {
  PAYMENT_STATUSES,
  PAYMENT_TYPES,
  type PaymentStatus,
  type PaymentType,
} from '../../states/index.js';
import { EmbeddedError } from '../../errors/embedded-error.js';
import { EventPayload, EXAMPLE } from '../payload.js';
import type { WebhookEventType } from '../../webhooks/event-types.js';
import { eventsOf } from '../define-event.js';

export class PaymentEventPayload extends EventPayload {
  @field.id('The payment.') payment_id: string;
  @field.enum('How the payer pays.', PAYMENT_TYPES) type: PaymentType;
  @field.enum('Null at creation.', PAYMENT_STATUSES, { nullable: true })
  previous_status: PaymentStatus | null;
  @field.enum('Status after the change.', PAYMENT_STATUSES) status: PaymentStatus;
  @field.amount('Minor units, without surcharge.') amount: number;
  @field.currency() currency: string;
  @field.id('The stored method that was charged.', { optional: true }) payment_method_id?: string;
  @field.id('The link that the payment belongs to.', { optional: true }) payment_link_id?: string;
  @field.id('The mandate that was charged.', { optional: true }) mandate_id?: string;
  @field.id('Payment user of the sender.', { optional: true }) user_id?: string;
  @field.text("The customer app's ID of the sender.", { optional: true }) external_user_id?: string;
  @field.text("The customer app's reference of the transaction.", { optional: true })
  external_transaction_reference?: string;
  @field.metadata() metadata: Record<string, string>;
  @field.object('On failure.', () => EmbeddedError, { optional: true }) error?: EmbeddedError;
  @field.text('Why, where the status does not say it.', { optional: true }) reason?: string;
  @field.text('The gateway or bank, once it told of the payment.', { optional: true })
  payment_processor?: string;
  @field.amount('What the bank or gateway took back, in minor units.', { optional: true })
  amount_returned?: number;
}

/** A receiver that got the wrong outcome must get the correct one under its usual name. */
const STATUS_EVENTS: Partial<Record<PaymentStatus, WebhookEventType>> = {
  SUBMITTED: 'PAYMENT_SUBMITTED',
  EXECUTED: 'PAYMENT_EXECUTED',
  FAILED: 'PAYMENT_FAILED',
  REVOKED: 'PAYMENT_REVOKED',
  CANCELLED: 'PAYMENT_CANCELLED',
};

export const paymentEvents = eventsOf(
  'payment',
  {
    payload: PaymentEventPayload,
    key: (payload) => payload.payment_id,
    example: {
      payment_id: EXAMPLE.payment_id,
      type: 'CARD',
      previous_status: null,
      status: 'AUTHORIZATION_REQUIRED',
      amount: 12500,
      currency: 'HKD',
      payment_link_id: EXAMPLE.payment_link_id,
      user_id: EXAMPLE.user_id,
      external_user_id: EXAMPLE.external_user_id,
      external_transaction_reference: 'INV-1001',
      metadata: EXAMPLE.metadata,
    },
  },
  {
    'payment.created': {
      description: 'A payment exists: the payer chose a method, or a stored method is charged.',
    },
    'payment.authorization_started': {
      description: 'The payer is authorizing the payment at the bank or gateway.',
      example: { previous_status: 'AUTHORIZATION_REQUIRED', status: 'AUTHORIZING' },
    },
    'payment.authorized': {
      description: 'The bank or gateway authorized the payment; it is about to be sent.',
      example: { previous_status: 'AUTHORIZING', status: 'PROCESSING' },
    },
    'payment.submitted': {
      description: 'The payment was sent to the bank or gateway.',
      example: { previous_status: 'PROCESSING', status: 'SUBMITTED' },
      webhook: 'PAYMENT_SUBMITTED',
    },
    'payment.executed': {
      description: 'The money was collected. The only success.',
      example: { previous_status: 'SUBMITTED', status: 'EXECUTED' },
      webhook: 'PAYMENT_EXECUTED',
    },
    'payment.failed': {
      description: 'The bank or gateway declined or rejected the payment.',
      example: { previous_status: 'AUTHORIZING', status: 'FAILED', error: EXAMPLE.error },
      webhook: 'PAYMENT_FAILED',
    },
    'payment.cancelled': {
      description: 'The attempt ended before money could move.',
      example: {
        previous_status: 'AUTHORIZATION_REQUIRED',
        status: 'CANCELLED',
        reason: 'The payer chose another payment method.',
      },
      webhook: 'PAYMENT_CANCELLED',
    },
    'payment.revoked': {
      description: 'The payer withdrew the authorization before execution.',
      example: { previous_status: 'SUBMITTED', status: 'REVOKED' },
      webhook: 'PAYMENT_REVOKED',
    },
    'payment.returned': {
      description:
        'The bank or gateway took back the money of an executed payment; its status stays.',
      example: {
        previous_status: 'EXECUTED',
        type: 'MANDATE',
        status: 'EXECUTED',
        reason: 'The payer asked the bank to return the money.',
        payment_processor: 'GW3',
        amount_returned: 12500,
      },
      webhook: 'PAYMENT_RETURNED',
    },
    'payment.return_reversed': {
      description: 'The return of an executed payment was cancelled: the money is there again.',
      example: {
        previous_status: 'EXECUTED',
        type: 'MANDATE',
        status: 'EXECUTED',
        reason: 'The bank cancelled the return.',
        payment_processor: 'GW3',
      },
      webhook: 'PAYMENT_RETURN_REVERSED',
    },
    'payment.status_corrected': {
      description: 'The status was forced to match what the bank or gateway reports.',
      example: {
        previous_status: 'FAILED',
        status: 'EXECUTED',
        reason: 'The gateway reports the payment as captured.',
      },
      webhook: ({ status }) => STATUS_EVENTS[status] ?? null,
    },
  },
);
