import { embeddedError } from '../../errors/envelope.js';
import { eventsOf } from '../define-event.js';
import { EXAMPLE } from '../payload.js';
import { LoginIdentityEventPayload } from './login-identity.payload.js';

const define = eventsOf('login-identity', {
  payload: LoginIdentityEventPayload,
  key: (payload) => payload.login_identity_id,
});

const linking: LoginIdentityEventPayload = {
  login_identity_id: '01JQ0000000000000000000GND',
  customer_app_id: EXAMPLE.customer_app_id,
  occurred_at: EXAMPLE.occurred_at,
  user_id: EXAMPLE.external_user_id,
  institution_id: 'testbank',
  session_id: '01JQ0000000000000000000SES',
  previous_status: 'ERROR',
  status: 'LINKING',
  authentication_status: 'AUTHENTICATING',
  session_status: 'IN_PROGRESS',
};
const authenticated: LoginIdentityEventPayload = {
  ...linking,
  authentication_status: 'AUTHENTICATED',
};
const completed: LoginIdentityEventPayload = { ...authenticated, session_status: 'COMPLETED' };
const unlinked: LoginIdentityEventPayload = { ...authenticated, session_status: 'UNLINKED' };

export const loginIdentityLinkStarted = define('login_identity.link_started', {
  description: 'A login began to be linked, for the first time or again.',
  example: linking,
});

export const loginIdentityAuthenticationStarted = define('login_identity.authentication_started', {
  description: 'The credentials are handed to the institution.',
  example: { ...linking, previous_status: 'LINKING', status: 'AUTHENTICATING' },
});

export const loginIdentityActionRequested = define('login_identity.action_requested', {
  description: 'The institution asks the user for something more.',
  example: { ...linking, previous_status: 'AUTHENTICATING', status: 'AUTHENTICATING' },
});

export const loginIdentityActionAnswered = define('login_identity.action_answered', {
  description: 'The user answered what the institution asked.',
  example: { ...linking, previous_status: 'AUTHENTICATING', status: 'AUTHENTICATING' },
});

export const loginIdentityAuthenticationFailed = define('login_identity.authentication_failed', {
  description: 'The institution did not let the user in.',
  example: {
    ...linking,
    previous_status: 'AUTHENTICATING',
    status: 'ERROR',
    authentication_status: 'AUTHENTICATE_FAILED',
    session_status: 'COMPLETED',
    error: embeddedError('CREDENTIALS_INVALID', 'The institution rejected the login.'),
  },
});

export const loginIdentityAuthenticated = define('login_identity.authenticated', {
  description: 'The institution let the user in.',
  example: {
    ...authenticated,
    previous_status: 'AUTHENTICATING',
    status: 'CONNECTION_IN_PROGRESS',
  },
});

export const loginIdentityConnected = define('login_identity.connected', {
  description: 'The session at the institution is ready.',
  example: {
    ...authenticated,
    previous_status: 'CONNECTION_IN_PROGRESS',
    status: 'CONNECTION_COMPLETE',
  },
});

export const loginIdentityDataRetrievalStarted = define('login_identity.data_retrieval_started', {
  description: 'The products are being retrieved.',
  example: {
    ...authenticated,
    previous_status: 'CONNECTION_COMPLETE',
    status: 'DATA_RETRIEVAL_IN_PROGRESS',
  },
});

export const loginIdentityProductUpdated = define('login_identity.product_updated', {
  description: 'The retrieval of one product ended.',
  example: {
    ...authenticated,
    previous_status: 'DATA_RETRIEVAL_IN_PROGRESS',
    status: 'DATA_RETRIEVAL_IN_PROGRESS',
    product: 'accounts',
    outcome: 'RETRIEVED',
  },
});

export const loginIdentityDataMadeAvailable = define('login_identity.data_made_available', {
  description: 'Accounts can be read; other products are still being retrieved.',
  example: {
    ...authenticated,
    previous_status: 'DATA_RETRIEVAL_IN_PROGRESS',
    status: 'DATA_AVAILABLE',
  },
});

export const loginIdentityDataRetrievalCompleted = define(
  'login_identity.data_retrieval_completed',
  {
    description: 'All products are final, none failed.',
    example: { ...completed, previous_status: 'DATA_AVAILABLE', status: 'DATA_RETRIEVAL_COMPLETE' },
  },
);

export const loginIdentityDataRetrievalPartlyCompleted = define(
  'login_identity.data_retrieval_partly_completed',
  {
    description: 'All products are final, some failed.',
    example: {
      ...completed,
      previous_status: 'DATA_AVAILABLE',
      status: 'DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL',
    },
  },
);

export const loginIdentityDataRetrievalFailed = define('login_identity.data_retrieval_failed', {
  description: 'All products are final, all failed.',
  example: {
    ...completed,
    previous_status: 'DATA_RETRIEVAL_IN_PROGRESS',
    status: 'ERROR',
    error: embeddedError('INSTITUTION_UNAVAILABLE', 'No product could be retrieved.'),
  },
});

export const loginIdentityRefreshStarted = define('login_identity.refresh_started', {
  description: 'The data is to be retrieved again.',
  example: { ...linking, previous_status: 'DATA_RETRIEVAL_COMPLETE', status: 'REFRESHING' },
});

export const loginIdentityPermissionExpired = define('login_identity.permission_expired', {
  description: 'The permission of the user has ended; the login must be linked again.',
  example: {
    ...completed,
    previous_status: 'DATA_RETRIEVAL_COMPLETE',
    status: 'DATA_RETRIEVAL_COMPLETE',
  },
});

export const loginIdentityUnlinked = define('login_identity.unlinked', {
  description: 'The login identity was deleted; its data is erased within 24 hours.',
  example: { ...unlinked, previous_status: 'DATA_RETRIEVAL_COMPLETE', status: 'UNLINKED' },
});

export const loginIdentityUnlinkSucceeded = define('login_identity.unlink_succeeded', {
  description: 'The institution was told, and the data is erased.',
  example: { ...unlinked, previous_status: 'UNLINKED', status: 'UNLINK_SUCCEEDED' },
});

export const loginIdentityUnlinkFailed = define('login_identity.unlink_failed', {
  description: 'The institution could not be told; the data is erased.',
  example: { ...unlinked, previous_status: 'UNLINKED', status: 'UNLINK_FAILED' },
});
