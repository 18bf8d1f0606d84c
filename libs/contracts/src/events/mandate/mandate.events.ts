import { embeddedError } from '../../errors/envelope.js';
import { defineEvent } from '../define-event.js';
import { EXAMPLE } from '../payload.js';
import { MandateEventPayload } from './mandate.payload.js';

const definition = {
  version: 1,
  owner: 'mandate',
  aggregate: 'mandate',
  payload: MandateEventPayload,
  key: (payload: MandateEventPayload) => payload.mandate_id,
} as const;

const created: MandateEventPayload = {
  mandate_id: '01JQ0000000000000000000MND',
  customer_app_id: EXAMPLE.customer_app_id,
  occurred_at: EXAMPLE.occurred_at,
  payment_method_id: EXAMPLE.payment_method_id,
  previous_status: null,
  status: 'AUTHORIZATION_REQUIRED',
  currency: 'HKD',
  user_id: EXAMPLE.user_id,
  external_user_id: EXAMPLE.external_user_id,
  metadata: EXAMPLE.metadata,
};

export const mandateCreated = defineEvent({
  ...definition,
  name: 'mandate.created',
  description: 'A mandate was created and waits for its authorization.',
  example: created,
});

export const mandateImported = defineEvent({
  ...definition,
  name: 'mandate.imported',
  description: 'An authorization that the bank already gave was brought in; it can be charged.',
  example: {
    ...created,
    previous_status: null,
    status: 'SUCCEEDED',
  },
});

export const mandateAuthorizationStarted = defineEvent({
  ...definition,
  name: 'mandate.authorization_started',
  description: 'The payer began to authorize the mandate.',
  example: {
    ...created,
    previous_status: 'AUTHORIZATION_REQUIRED',
    status: 'AUTHORIZING',
  },
});

export const mandateAuthorizationInterrupted = defineEvent({
  ...definition,
  name: 'mandate.authorization_interrupted',
  description: 'The login at the institution failed and may be tried again.',
  example: {
    ...created,
    previous_status: 'AUTHORIZING',
    status: 'AUTHORIZATION_REQUIRED',
  },
});

export const mandateAuthorized = defineEvent({
  ...definition,
  name: 'mandate.authorized',
  description: 'The payer authorized the mandate.',
  example: {
    ...created,
    previous_status: 'AUTHORIZING',
    status: 'PROCESSING',
  },
});

export const mandatePrepared = defineEvent({
  ...definition,
  name: 'mandate.prepared',
  description: 'The request to the bank is ready and waits for its submission window.',
  example: {
    ...created,
    previous_status: 'PROCESSING',
    status: 'READY_TO_SUBMIT',
  },
});

export const mandateSubmitted = defineEvent({
  ...definition,
  name: 'mandate.submitted',
  description: 'The mandate was sent to the bank.',
  example: {
    ...created,
    previous_status: 'PROCESSING',
    status: 'SUBMITTED',
  },
});

export const mandateSucceeded = defineEvent({
  ...definition,
  name: 'mandate.succeeded',
  description: 'The bank accepted the mandate; it can be charged.',
  example: {
    ...created,
    previous_status: 'SUBMITTED',
    status: 'SUCCEEDED',
  },
});

export const mandateFailed = defineEvent({
  ...definition,
  name: 'mandate.failed',
  description: 'The institution or bank rejected the mandate.',
  example: {
    ...created,
    previous_status: 'SUBMITTED',
    status: 'FAILED',
    error: embeddedError('PAYMENT_METHOD_DECLINED', 'The bank rejected the mandate.'),
  },
});

export const mandateRevoked = defineEvent({
  ...definition,
  name: 'mandate.revoked',
  description: 'The payer withdrew the authorization at the bank.',
  example: {
    ...created,
    previous_status: 'SUCCEEDED',
    status: 'REVOKED',
  },
});

export const mandateCancelled = defineEvent({
  ...definition,
  name: 'mandate.cancelled',
  description: 'The customer app cancelled the mandate, or the payer did not consent.',
  example: {
    ...created,
    previous_status: 'SUCCEEDED',
    status: 'CANCELLED',
  },
});

export const mandateClosed = defineEvent({
  ...definition,
  name: 'mandate.closed',
  description: 'The draft was given up, or the last day of the mandate has passed.',
  example: {
    ...created,
    previous_status: 'SUCCEEDED',
    status: 'CLOSED',
  },
});
