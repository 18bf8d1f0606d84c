import { embeddedError } from '../../errors/envelope.js';
import { eventsOf } from '../define-event.js';
import { EXAMPLE } from '../payload.js';
import { MandateEventPayload } from './mandate.payload.js';

const define = eventsOf('mandate', {
  payload: MandateEventPayload,
  key: (payload) => payload.mandate_id,
});

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

export const mandateCreated = define('mandate.created', {
  description: 'A mandate was created and waits for its authorization.',
  example: created,
});

export const mandateImported = define('mandate.imported', {
  description: 'An authorization that the bank already gave was brought in; it can be charged.',
  example: { ...created, previous_status: null, status: 'SUCCEEDED' },
});

export const mandateAuthorizationStarted = define('mandate.authorization_started', {
  description: 'The payer began to authorize the mandate.',
  example: { ...created, previous_status: 'AUTHORIZATION_REQUIRED', status: 'AUTHORIZING' },
});

export const mandateAuthorizationInterrupted = define('mandate.authorization_interrupted', {
  description: 'The login at the institution failed and may be tried again.',
  example: { ...created, previous_status: 'AUTHORIZING', status: 'AUTHORIZATION_REQUIRED' },
});

export const mandateAuthorized = define('mandate.authorized', {
  description: 'The payer authorized the mandate.',
  example: { ...created, previous_status: 'AUTHORIZING', status: 'PROCESSING' },
});

export const mandatePrepared = define('mandate.prepared', {
  description: 'The request to the bank is ready and waits for its submission window.',
  example: { ...created, previous_status: 'PROCESSING', status: 'READY_TO_SUBMIT' },
});

export const mandateSubmitted = define('mandate.submitted', {
  description: 'The mandate was sent to the bank.',
  example: { ...created, previous_status: 'PROCESSING', status: 'SUBMITTED' },
});

export const mandateSucceeded = define('mandate.succeeded', {
  description: 'The bank accepted the mandate; it can be charged.',
  example: { ...created, previous_status: 'SUBMITTED', status: 'SUCCEEDED' },
});

export const mandateFailed = define('mandate.failed', {
  description: 'The institution or bank rejected the mandate.',
  example: {
    ...created,
    previous_status: 'SUBMITTED',
    status: 'FAILED',
    error: embeddedError('PAYMENT_METHOD_DECLINED', 'The bank rejected the mandate.'),
  },
});

export const mandateRevoked = define('mandate.revoked', {
  description: 'The payer withdrew the authorization at the bank.',
  example: { ...created, previous_status: 'SUCCEEDED', status: 'REVOKED' },
});

export const mandateCancelled = define('mandate.cancelled', {
  description: 'The customer app cancelled the mandate, or the payer did not consent.',
  example: { ...created, previous_status: 'SUCCEEDED', status: 'CANCELLED' },
});

export const mandateClosed = define('mandate.closed', {
  description: 'The draft was given up, or the last day of the mandate has passed.',
  example: { ...created, previous_status: 'SUCCEEDED', status: 'CLOSED' },
});
