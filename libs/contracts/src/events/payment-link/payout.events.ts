import { EmbeddedError } from '../../errors/embedded-error.js';
import { field } from '../../fields/index.js';
import {
  PAYOUT_STATUSES,
  PAYOUT_TYPES,
  type PayoutStatus,
  type PayoutType,
} from '../../states/index.js';
import { EventPayload, EXAMPLE } from '../payload.js';
import { embeddedError } from '../../errors/envelope.js';
import { eventsOf } from '../define-event.js';

export class PayoutEventPayload extends EventPayload {
  @field.id('The payout.') payout_id: string;
  @field.enum('What started it.', PAYOUT_TYPES) type: PayoutType;
  @field.enum('Null at creation.', PAYOUT_STATUSES, { nullable: true })
  previous_status: PayoutStatus | null;
  @field.enum('Status after the change.', PAYOUT_STATUSES) status: PayoutStatus;
  @field.amount('Minor units.') amount: number;
  @field.currency() currency: string;
  @field.id('The settlement account that pays.') sender_account_id: string;
  @field.id('The external account that receives.') recipient_account_id: string;
  @field.id('Payment user who receives.') user_id: string;
  @field.text("The customer app's ID of the recipient.") external_user_id: string;
  @field.id('The mandate that the funds are pulled on.', { optional: true }) mandate_id?: string;
  @field.metadata() metadata: Record<string, string>;
  @field.object('On failure.', () => EmbeddedError, { optional: true }) error?: EmbeddedError;
  @field.text('Why, where the status does not say it.', { optional: true }) reason?: string;
  @field.amount('What came back, in minor units.', { optional: true }) amount_returned?: number;
}

export const payoutEvents = eventsOf(
  'payout',
  {
    payload: PayoutEventPayload,
    key: (payload) => payload.payout_id,
    example: {
      payout_id: EXAMPLE.payout_id,
      type: 'ON_DEMAND',
      previous_status: null,
      status: 'CREATED',
      amount: 12500,
      currency: 'HKD',
      sender_account_id: '01JQ0000000000000000000SET',
      recipient_account_id: '01JQ0000000000000000000EXT',
      user_id: EXAMPLE.user_id,
      external_user_id: EXAMPLE.external_user_id,
      metadata: EXAMPLE.metadata,
    },
  },
  {
    'payout.created': { description: 'A payout was created; with confirm, its amount is held.' },
    'payout.confirmed': {
      description: 'The customer app confirmed the payout; its amount is held.',
      example: { previous_status: 'CREATED', status: 'PROCESSING' },
    },
    'payout.funding_started': {
      description: 'The funds of the payout are being reserved, or pulled on its mandate.',
      example: { previous_status: 'PROCESSING', status: 'PROCESSING_FUNDS' },
    },
    'payout.funded': {
      description: 'The funds of the payout are there.',
      example: { previous_status: 'PROCESSING_FUNDS', status: 'FUNDED' },
    },
    'payout.submitted': {
      description: 'The payout is handed to the bank, which may move the money from here on.',
      example: { previous_status: 'FUNDED', status: 'SUBMITTED' },
      webhook: 'PAYOUT_SUBMITTED',
    },
    'payout.executed': {
      description: 'The bank confirmed that the money moved.',
      example: { previous_status: 'SUBMITTED', status: 'EXECUTED' },
      webhook: 'PAYOUT_EXECUTED',
    },
    'payout.failed': {
      description: 'The payout failed; what was held for it is available again.',
      example: {
        previous_status: 'SUBMITTED',
        status: 'FAILED',
        error: embeddedError('PAYMENT_METHOD_DECLINED', 'The bank does not know the account.'),
      },
      webhook: 'PAYOUT_FAILED',
    },
    'payout.cancelled': {
      description: 'The customer app cancelled the payout before anything was held for it.',
      example: { previous_status: 'CREATED', status: 'CANCELLED' },
      webhook: 'PAYOUT_CANCELLED',
    },
    'payout.returned': {
      description: 'The money of an executed payout came back; its status stays.',
      example: {
        previous_status: 'EXECUTED',
        status: 'EXECUTED',
        reason: 'The account of the recipient is closed.',
        amount_returned: 12500,
      },
      webhook: 'PAYOUT_RETURNED',
    },
    'payout.status_corrected': {
      description: 'The bank reports as executed what was recorded as failed.',
      example: {
        previous_status: 'FAILED',
        status: 'EXECUTED',
        reason: 'the bank reports it as executed',
      },
      webhook: 'PAYOUT_EXECUTED',
    },
  },
);
