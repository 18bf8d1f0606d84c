import { EmbeddedError } from '../../errors/embedded-error.js';
import { field } from '../../fields/index.js';
import { REFUND_STATUSES, type RefundStatus } from '../../states/index.js';
import { EventPayload, EXAMPLE } from '../payload.js';
import { embeddedError } from '../../errors/envelope.js';
import { eventsOf } from '../define-event.js';

export class RefundEventPayload extends EventPayload {
  @field.id('The refund.') refund_id: string;
  @field.id('The payment that is given back.') payment_id: string;
  @field.enum('Null at creation.', REFUND_STATUSES, { nullable: true })
  previous_status: RefundStatus | null;
  @field.enum('Status after the change.', REFUND_STATUSES) status: RefundStatus;
  @field.amount('Minor units given back by this refund.') amount: number;
  @field.currency() currency: string;
  @field.id('The link that the payment belongs to.', { optional: true }) payment_link_id?: string;
  @field.id('Payment user of the sender.', { optional: true }) user_id?: string;
  @field.text("The customer app's ID of the sender.", { optional: true }) external_user_id?: string;
  @field.metadata('The metadata of the payment.') metadata: Record<string, string>;
  @field.text('Why the money goes back.', { optional: true }) reason?: string;
  @field.object('On failure.', () => EmbeddedError, { optional: true }) error?: EmbeddedError;
}

export const refundEvents = eventsOf(
  'refund',
  {
    payload: RefundEventPayload,
    key: (payload) => payload.refund_id,
    example: {
      refund_id: EXAMPLE.refund_id,
      payment_id: EXAMPLE.payment_id,
      previous_status: null,
      status: 'SUBMITTED',
      amount: 12500,
      currency: 'HKD',
      payment_link_id: EXAMPLE.payment_link_id,
      user_id: EXAMPLE.user_id,
      external_user_id: EXAMPLE.external_user_id,
      metadata: EXAMPLE.metadata,
      reason: 'The link was already cancelled when the money arrived.',
    },
  },
  {
    'refund.submitted': {
      description: 'A refund is on its way: the gateway or bank is told to return the money.',
    },
    'refund.executed': {
      description: 'Money of a payment went back to the payer; the payment stays EXECUTED.',
      example: { previous_status: 'SUBMITTED', status: 'EXECUTED' },
      webhook: 'PAYMENT_REFUNDED',
    },
    'refund.failed': {
      description: 'The gateway or bank refused to return the money; the merchant keeps it.',
      example: {
        previous_status: 'SUBMITTED',
        status: 'FAILED',
        error: embeddedError('REFUND_NOT_ALLOWED', 'The card gateway refused the refund.'),
      },
    },
    'refund.reversed': {
      description: 'A refund failed after its success: the merchant has the money again.',
      example: {
        previous_status: 'EXECUTED',
        status: 'REVERSED',
        error: embeddedError('REFUND_NOT_ALLOWED', 'The bank of the payer sent the refund back.'),
      },
      webhook: 'PAYMENT_REFUND_REVERSED',
    },
    'refund.status_corrected': {
      description: 'The bank reports as paid out what was recorded as failed: the money went back.',
      example: { previous_status: 'FAILED', status: 'EXECUTED' },
      webhook: 'PAYMENT_REFUNDED',
    },
  },
);
