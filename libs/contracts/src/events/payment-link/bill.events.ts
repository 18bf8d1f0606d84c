import { EmbeddedError } from '../../errors/embedded-error.js';
import { field } from '../../fields/index.js';
import { BILL_STATUSES, type BillStatus } from '../../states/index.js';
import { EventPayload, EXAMPLE } from '../payload.js';
import { eventsOf } from '../define-event.js';

export class BillEventPayload extends EventPayload {
  @field.id('The bill.') bill_id: string;
  @field.enum('Null when it arrives.', BILL_STATUSES, { nullable: true })
  previous_status: BillStatus | null;
  @field.enum('Status after the change.', BILL_STATUSES) status: BillStatus;
  @field.amount('Minor units due.') amount: number;
  @field.currency() currency: string;
  @field.id('Payment user of the payer.') user_id: string;
  @field.text("The customer app's ID of the payer.") external_user_id: string;
  @field.metadata('The metadata of the bill.') metadata: Record<string, string>;
  @field.object('On failure.', () => EmbeddedError, { optional: true }) error?: EmbeddedError;
  @field.text('Why it moved.', { optional: true }) reason?: string;
}

export const billEvents = eventsOf(
  'bill',
  {
    payload: BillEventPayload,
    key: (payload) => payload.bill_id,
    example: {
      bill_id: EXAMPLE.bill_id,
      previous_status: null,
      status: 'UNPAID',
      amount: 12500,
      currency: 'HKD',
      user_id: EXAMPLE.user_id,
      external_user_id: EXAMPLE.external_user_id,
      metadata: EXAMPLE.metadata,
    },
  },
  {
    'bill.created': {
      description: 'A bill arrived from the external integration.',
      webhook: 'BILL_CREATED',
    },
    'bill.changed': {
      description: 'The bill was changed at its source before it was paid.',
      example: { previous_status: 'UNPAID' },
    },
    'bill.paid': {
      description: 'What its payments brought in and left reaches what is due.',
      example: { previous_status: 'UNPAID', status: 'PAID' },
      webhook: 'BILL_PAID',
    },
    'bill.failed': {
      description: 'A charge for the bill failed.',
      example: { previous_status: 'UNPAID', status: 'FAILED', error: EXAMPLE.error },
      webhook: 'BILL_FAILED',
    },
    'bill.retried': {
      description: 'Another payment of the bill started after one had failed.',
      example: { previous_status: 'FAILED' },
    },
    'bill.cancelled': {
      description: 'The bill was withdrawn at its source.',
      example: {
        previous_status: 'UNPAID',
        status: 'CANCELLED',
        reason: 'withdrawn at its source',
      },
      webhook: 'BILL_CANCELLED',
    },
  },
);
