import { field } from '../../fields/index.js';
import { MANDATE_STATUSES, type MandateStatus } from '../../states/index.js';
import { EmbeddedError } from '../../errors/embedded-error.js';
import { EventPayload, EXAMPLE } from '../payload.js';
import { embeddedError } from '../../errors/envelope.js';
import { eventsOf } from '../define-event.js';

export class MandateEventPayload extends EventPayload {
  @field.id('The mandate.') mandate_id: string;
  @field.id('The payment method that charges it.') payment_method_id: string;
  @field.enum('Null at creation.', MANDATE_STATUSES, { nullable: true })
  previous_status: MandateStatus | null;
  @field.enum('Status after the change.', MANDATE_STATUSES) status: MandateStatus;
  @field.currency() currency: string;
  @field.id('Payment user of the sender.') user_id: string;
  @field.text("The customer app's ID of the sender.") external_user_id: string;
  @field.text("The sender's institution, once chosen.", { optional: true }) institution_id?: string;
  @field.id('The account that pays, once it is known.', { optional: true })
  sender_account_id?: string;
  @field.text('Of the authorization as it was lodged at the bank.', { optional: true })
  dda_reference?: string;
  @field.id('The link on which the mandate was set up.', { optional: true })
  payment_link_id?: string;
  @field.metadata() metadata: Record<string, string>;
  @field.object('On failure.', () => EmbeddedError, { optional: true }) error?: EmbeddedError;
  @field.text('Why, where the status does not say it.', { optional: true }) reason?: string;
}

export const mandateEvents = eventsOf(
  'mandate',
  {
    payload: MandateEventPayload,
    key: (payload) => payload.mandate_id,
    example: {
      mandate_id: '01JQ0000000000000000000MND',
      payment_method_id: EXAMPLE.payment_method_id,
      previous_status: null,
      status: 'AUTHORIZATION_REQUIRED',
      currency: 'HKD',
      user_id: EXAMPLE.user_id,
      external_user_id: EXAMPLE.external_user_id,
      metadata: EXAMPLE.metadata,
    },
  },
  {
    'mandate.created': { description: 'A mandate was created and waits for its authorization.' },
    'mandate.imported': {
      description: 'An authorization that the bank already gave was brought in; it can be charged.',
      example: { previous_status: null, status: 'SUCCEEDED' },
    },
    'mandate.authorization_started': {
      description: 'The payer began to authorize the mandate.',
      example: { previous_status: 'AUTHORIZATION_REQUIRED', status: 'AUTHORIZING' },
    },
    'mandate.authorization_interrupted': {
      description: 'The login at the institution failed and may be tried again.',
      example: { previous_status: 'AUTHORIZING', status: 'AUTHORIZATION_REQUIRED' },
    },
    'mandate.authorized': {
      description: 'The payer authorized the mandate.',
      example: { previous_status: 'AUTHORIZING', status: 'PROCESSING' },
    },
    'mandate.prepared': {
      description: 'The request to the bank is ready and waits for its submission window.',
      example: { previous_status: 'PROCESSING', status: 'READY_TO_SUBMIT' },
    },
    'mandate.submitted': {
      description: 'The mandate was sent to the bank.',
      example: { previous_status: 'PROCESSING', status: 'SUBMITTED' },
      webhook: 'MANDATE_SETUP_SUBMITTED',
    },
    'mandate.succeeded': {
      description: 'The bank accepted the mandate; it can be charged.',
      example: { previous_status: 'SUBMITTED', status: 'SUCCEEDED' },
      webhook: 'MANDATE_SETUP_SUCCEEDED',
    },
    'mandate.failed': {
      description: 'The institution or bank rejected the mandate.',
      example: {
        previous_status: 'SUBMITTED',
        status: 'FAILED',
        error: embeddedError('PAYMENT_METHOD_DECLINED', 'The bank rejected the mandate.'),
      },
      webhook: 'MANDATE_SETUP_FAILED',
    },
    'mandate.revoked': {
      description: 'The payer withdrew the authorization at the bank.',
      example: { previous_status: 'SUCCEEDED', status: 'REVOKED' },
      webhook: 'MANDATE_SETUP_REVOKED',
    },
    'mandate.cancelled': {
      description: 'The customer app cancelled the mandate, or the payer did not consent.',
      example: { previous_status: 'SUCCEEDED', status: 'CANCELLED' },
      webhook: 'MANDATE_SETUP_CANCELLED',
    },
    'mandate.closed': {
      description: 'The draft was given up, or the last day of the mandate has passed.',
      example: { previous_status: 'SUCCEEDED', status: 'CLOSED' },
      webhook: 'MANDATE_SETUP_CLOSED',
    },
  },
);
