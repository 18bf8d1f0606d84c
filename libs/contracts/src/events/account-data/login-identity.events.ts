import { embeddedError } from '../../errors/envelope.js';
import { defineEvent } from '../define-event.js';
import { EXAMPLE } from '../payload.js';
import { LoginIdentityEventPayload } from './login-identity.payload.js';

const definition = {
  version: 1,
  owner: 'account-data',
  aggregate: 'login-identity',
  payload: LoginIdentityEventPayload,
  key: (payload: LoginIdentityEventPayload) => payload.login_identity_id,
} as const;

const example = {
  login_identity_id: '01JQ0000000000000000000GND',
  customer_app_id: EXAMPLE.customer_app_id,
  occurred_at: EXAMPLE.occurred_at,
  user_id: EXAMPLE.external_user_id,
  institution_id: 'testbank',
  session_id: '01JQ0000000000000000000SES',
} as const;

export const loginIdentityLinkStarted = defineEvent({
  ...definition,
  name: 'login_identity.link_started',
  description: 'A login began to be linked, for the first time or again.',
  example: {
    ...example,
    previous_status: 'ERROR',
    status: 'LINKING',
    authentication_status: 'AUTHENTICATING',
    session_status: 'IN_PROGRESS',
  },
});

export const loginIdentityAuthenticationStarted = defineEvent({
  ...definition,
  name: 'login_identity.authentication_started',
  description: 'The credentials are handed to the institution.',
  example: {
    ...example,
    previous_status: 'LINKING',
    status: 'AUTHENTICATING',
    authentication_status: 'AUTHENTICATING',
    session_status: 'IN_PROGRESS',
  },
});

export const loginIdentityActionRequested = defineEvent({
  ...definition,
  name: 'login_identity.action_requested',
  description: 'The institution asks the user for something more.',
  example: {
    ...example,
    previous_status: 'AUTHENTICATING',
    status: 'AUTHENTICATING',
    authentication_status: 'AUTHENTICATING',
    session_status: 'IN_PROGRESS',
  },
});

export const loginIdentityActionAnswered = defineEvent({
  ...definition,
  name: 'login_identity.action_answered',
  description: 'The user answered what the institution asked.',
  example: {
    ...example,
    previous_status: 'AUTHENTICATING',
    status: 'AUTHENTICATING',
    authentication_status: 'AUTHENTICATING',
    session_status: 'IN_PROGRESS',
  },
});

export const loginIdentityAuthenticationFailed = defineEvent({
  ...definition,
  name: 'login_identity.authentication_failed',
  description: 'The institution did not let the user in.',
  example: {
    ...example,
    previous_status: 'AUTHENTICATING',
    status: 'ERROR',
    authentication_status: 'AUTHENTICATE_FAILED',
    session_status: 'COMPLETED',
    error: embeddedError('CREDENTIALS_INVALID', 'The institution rejected the login.'),
  },
});

export const loginIdentityAuthenticated = defineEvent({
  ...definition,
  name: 'login_identity.authenticated',
  description: 'The institution let the user in.',
  example: {
    ...example,
    previous_status: 'AUTHENTICATING',
    status: 'CONNECTION_IN_PROGRESS',
    authentication_status: 'AUTHENTICATED',
    session_status: 'IN_PROGRESS',
  },
});

export const loginIdentityConnected = defineEvent({
  ...definition,
  name: 'login_identity.connected',
  description: 'The session at the institution is ready.',
  example: {
    ...example,
    previous_status: 'CONNECTION_IN_PROGRESS',
    status: 'CONNECTION_COMPLETE',
    authentication_status: 'AUTHENTICATED',
    session_status: 'IN_PROGRESS',
  },
});

export const loginIdentityDataRetrievalStarted = defineEvent({
  ...definition,
  name: 'login_identity.data_retrieval_started',
  description: 'The products are being retrieved.',
  example: {
    ...example,
    previous_status: 'CONNECTION_COMPLETE',
    status: 'DATA_RETRIEVAL_IN_PROGRESS',
    authentication_status: 'AUTHENTICATED',
    session_status: 'IN_PROGRESS',
  },
});

export const loginIdentityProductUpdated = defineEvent({
  ...definition,
  name: 'login_identity.product_updated',
  description: 'The retrieval of one product ended.',
  example: {
    ...example,
    previous_status: 'DATA_RETRIEVAL_IN_PROGRESS',
    status: 'DATA_RETRIEVAL_IN_PROGRESS',
    authentication_status: 'AUTHENTICATED',
    session_status: 'IN_PROGRESS',
    product: 'accounts',
    outcome: 'RETRIEVED',
  },
});

export const loginIdentityDataMadeAvailable = defineEvent({
  ...definition,
  name: 'login_identity.data_made_available',
  description: 'Accounts can be read; other products are still being retrieved.',
  example: {
    ...example,
    previous_status: 'DATA_RETRIEVAL_IN_PROGRESS',
    status: 'DATA_AVAILABLE',
    authentication_status: 'AUTHENTICATED',
    session_status: 'IN_PROGRESS',
  },
});

export const loginIdentityDataRetrievalCompleted = defineEvent({
  ...definition,
  name: 'login_identity.data_retrieval_completed',
  description: 'All products are final, none failed.',
  example: {
    ...example,
    previous_status: 'DATA_AVAILABLE',
    status: 'DATA_RETRIEVAL_COMPLETE',
    authentication_status: 'AUTHENTICATED',
    session_status: 'COMPLETED',
  },
});

export const loginIdentityDataRetrievalPartlyCompleted = defineEvent({
  ...definition,
  name: 'login_identity.data_retrieval_partly_completed',
  description: 'All products are final, some failed.',
  example: {
    ...example,
    previous_status: 'DATA_AVAILABLE',
    status: 'DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL',
    authentication_status: 'AUTHENTICATED',
    session_status: 'COMPLETED',
  },
});

export const loginIdentityDataRetrievalFailed = defineEvent({
  ...definition,
  name: 'login_identity.data_retrieval_failed',
  description: 'All products are final, all failed.',
  example: {
    ...example,
    previous_status: 'DATA_RETRIEVAL_IN_PROGRESS',
    status: 'ERROR',
    authentication_status: 'AUTHENTICATED',
    session_status: 'COMPLETED',
    error: embeddedError('INSTITUTION_UNAVAILABLE', 'No product could be retrieved.'),
  },
});

export const loginIdentityRefreshStarted = defineEvent({
  ...definition,
  name: 'login_identity.refresh_started',
  description: 'The data is to be retrieved again.',
  example: {
    ...example,
    previous_status: 'DATA_RETRIEVAL_COMPLETE',
    status: 'REFRESHING',
    authentication_status: 'AUTHENTICATING',
    session_status: 'IN_PROGRESS',
  },
});

export const loginIdentityPermissionExpired = defineEvent({
  ...definition,
  name: 'login_identity.permission_expired',
  description: 'The permission of the user has ended; the login must be linked again.',
  example: {
    ...example,
    previous_status: 'DATA_RETRIEVAL_COMPLETE',
    status: 'DATA_RETRIEVAL_COMPLETE',
    authentication_status: 'AUTHENTICATED',
    session_status: 'COMPLETED',
  },
});

export const loginIdentityUnlinked = defineEvent({
  ...definition,
  name: 'login_identity.unlinked',
  description: 'The login identity was deleted; its data is erased within 24 hours.',
  example: {
    ...example,
    previous_status: 'DATA_RETRIEVAL_COMPLETE',
    status: 'UNLINKED',
    authentication_status: 'AUTHENTICATED',
    session_status: 'UNLINKED',
  },
});

export const loginIdentityUnlinkSucceeded = defineEvent({
  ...definition,
  name: 'login_identity.unlink_succeeded',
  description: 'The institution was told, and the data is erased.',
  example: {
    ...example,
    previous_status: 'UNLINKED',
    status: 'UNLINK_SUCCEEDED',
    authentication_status: 'AUTHENTICATED',
    session_status: 'UNLINKED',
  },
});

export const loginIdentityUnlinkFailed = defineEvent({
  ...definition,
  name: 'login_identity.unlink_failed',
  description: 'The institution could not be told; the data is erased.',
  example: {
    ...example,
    previous_status: 'UNLINKED',
    status: 'UNLINK_FAILED',
    authentication_status: 'AUTHENTICATED',
    session_status: 'UNLINKED',
  },
});
