import { EmbeddedError } from '../../errors/embedded-error.js';
import { field } from '../../fields/index.js';
import {
  AUTHENTICATION_STATUSES,
  DATA_PRODUCTS,
  LINK_SESSION_STATUSES,
  LOGIN_IDENTITY_STATUSES,
  PRODUCT_OUTCOMES,
  type AuthenticationStatus,
  type DataProduct,
  type LinkSessionStatus,
  type LoginIdentityStatus,
  type ProductOutcome,
} from '../../states/index.js';
import { EventPayload, EXAMPLE } from '../payload.js';
import { embeddedError } from '../../errors/envelope.js';
import type { WebhookEventType } from '../../webhooks/event-types.js';
import { eventsOf } from '../define-event.js';

export class LoginIdentityEventPayload extends EventPayload {
  @field.id('The login identity.') login_identity_id: string;
  @field.text("The customer app's ID of the end-user.") user_id: string;
  @field.text('The institution.') institution_id: string;
  @field.id('The link, relink or refresh that it is about.') session_id: string;
  @field.enum('Null at creation.', LOGIN_IDENTITY_STATUSES, { nullable: true })
  previous_status: LoginIdentityStatus | null;
  @field.enum('Status after the change.', LOGIN_IDENTITY_STATUSES) status: LoginIdentityStatus;
  @field.enum('Of the login, after the change.', AUTHENTICATION_STATUSES)
  authentication_status: AuthenticationStatus;
  @field.enum('Of the session, after the change.', LINK_SESSION_STATUSES)
  session_status: LinkSessionStatus;
  @field.enum('Whose retrieval ended.', DATA_PRODUCTS, { optional: true }) product?: DataProduct;
  @field.enum('How it ended.', PRODUCT_OUTCOMES, { optional: true }) outcome?: ProductOutcome;
  @field.text('The state that the link was started with.', { optional: true }) state?: string;
  @field.object('On failure.', () => EmbeddedError, { optional: true }) error?: EmbeddedError;
}

const authenticated = { authentication_status: 'AUTHENTICATED' } as const;
const completed = { ...authenticated, session_status: 'COMPLETED' } as const;
const unlinked = { ...authenticated, session_status: 'UNLINKED' } as const;

export const loginIdentityEvents = eventsOf(
  'login-identity',
  {
    payload: LoginIdentityEventPayload,
    key: (payload) => payload.login_identity_id,
    example: {
      login_identity_id: '01JQ0000000000000000000GND',
      user_id: EXAMPLE.external_user_id,
      institution_id: 'testbank',
      session_id: '01JQ0000000000000000000SES',
      previous_status: 'ERROR',
      status: 'LINKING',
      authentication_status: 'AUTHENTICATING',
      session_status: 'IN_PROGRESS',
    },
  },
  {
    'login_identity.link_started': {
      description: 'A login began to be linked, for the first time or again.',
    },
    'login_identity.authentication_started': {
      description: 'The credentials are handed to the institution.',
      example: { previous_status: 'LINKING', status: 'AUTHENTICATING' },
      webhook: 'AUTHENTICATION_INITIALIZED',
    },
    'login_identity.action_requested': {
      description: 'The institution asks the user for something more.',
      example: { previous_status: 'AUTHENTICATING', status: 'AUTHENTICATING' },
    },
    'login_identity.action_answered': {
      description: 'The user answered what the institution asked.',
      example: { previous_status: 'AUTHENTICATING', status: 'AUTHENTICATING' },
      webhook: 'AUTHENTICATION_OTP_ENTERED',
    },
    'login_identity.authentication_failed': {
      description: 'The institution did not let the user in.',
      example: {
        previous_status: 'AUTHENTICATING',
        status: 'ERROR',
        authentication_status: 'AUTHENTICATE_FAILED',
        session_status: 'COMPLETED',
        error: embeddedError('CREDENTIALS_INVALID', 'The institution rejected the login.'),
      },
      webhook: failedLoginEventOf,
    },
    'login_identity.authenticated': {
      description: 'The institution let the user in.',
      example: {
        ...authenticated,
        previous_status: 'AUTHENTICATING',
        status: 'CONNECTION_IN_PROGRESS',
      },
      webhook: 'AUTHENTICATED',
    },
    'login_identity.connected': {
      description: 'The session at the institution is ready.',
      example: {
        ...authenticated,
        previous_status: 'CONNECTION_IN_PROGRESS',
        status: 'CONNECTION_COMPLETE',
      },
    },
    'login_identity.data_retrieval_started': {
      description: 'The products are being retrieved.',
      example: {
        ...authenticated,
        previous_status: 'CONNECTION_COMPLETE',
        status: 'DATA_RETRIEVAL_IN_PROGRESS',
      },
    },
    'login_identity.product_updated': {
      description: 'The retrieval of one product ended.',
      example: {
        ...authenticated,
        previous_status: 'DATA_RETRIEVAL_IN_PROGRESS',
        status: 'DATA_RETRIEVAL_IN_PROGRESS',
        product: 'accounts',
        outcome: 'RETRIEVED',
      },
      webhook: productEventOf,
    },
    'login_identity.data_made_available': {
      description: 'Accounts can be read; other products are still being retrieved.',
      example: {
        ...authenticated,
        previous_status: 'DATA_RETRIEVAL_IN_PROGRESS',
        status: 'DATA_AVAILABLE',
      },
    },
    'login_identity.data_retrieval_completed': {
      description: 'All products are final, none failed.',
      example: {
        ...completed,
        previous_status: 'DATA_AVAILABLE',
        status: 'DATA_RETRIEVAL_COMPLETE',
      },
      webhook: 'DATA_RETRIEVAL_COMPLETE',
    },
    'login_identity.data_retrieval_partly_completed': {
      description: 'All products are final, some failed.',
      example: {
        ...completed,
        previous_status: 'DATA_AVAILABLE',
        status: 'DATA_RETRIEVAL_PARTIALLY_SUCCESSFUL',
      },
      webhook: 'DATA_RETRIEVAL_COMPLETE',
    },
    'login_identity.data_retrieval_failed': {
      description: 'All products are final, all failed.',
      example: {
        ...completed,
        previous_status: 'DATA_RETRIEVAL_IN_PROGRESS',
        status: 'ERROR',
        error: embeddedError('INSTITUTION_UNAVAILABLE', 'No product could be retrieved.'),
      },
      webhook: 'RETRIEVE_DATA_FAILED',
    },
    'login_identity.refresh_started': {
      description: 'The data is to be retrieved again.',
      example: { previous_status: 'DATA_RETRIEVAL_COMPLETE', status: 'REFRESHING' },
    },
    'login_identity.permission_expired': {
      description: 'The permission of the user has ended; the login must be linked again.',
      example: {
        ...completed,
        previous_status: 'DATA_RETRIEVAL_COMPLETE',
        status: 'DATA_RETRIEVAL_COMPLETE',
      },
      webhook: 'LOGIN_IDENTITY_PERMISSION_EXPIRED',
    },
    'login_identity.unlinked': {
      description: 'The login identity was deleted; its data is erased within 24 hours.',
      example: { ...unlinked, previous_status: 'DATA_RETRIEVAL_COMPLETE', status: 'UNLINKED' },
      webhook: 'LOGIN_IDENTITY_UNLINKED',
    },
    'login_identity.unlink_succeeded': {
      description: 'The institution was told, and the data is erased.',
      example: { ...unlinked, previous_status: 'UNLINKED', status: 'UNLINK_SUCCEEDED' },
    },
    'login_identity.unlink_failed': {
      description: 'The institution could not be told; the data is erased.',
      example: { ...unlinked, previous_status: 'UNLINKED', status: 'UNLINK_FAILED' },
    },
  },
);

/** The status is `AUTHENTICATE_FAILED`, the event `AUTHENTICATION_FAILED`. */
function failedLoginEventOf(payload: LoginIdentityEventPayload): WebhookEventType {
  switch (payload.authentication_status) {
    case 'AUTHENTICATION_TEMPORARILY_UNAVAILABLE_FOR_INSTITUTION':
    case 'AUTHENTICATION_TOO_MANY_ATTEMPTS':
      return payload.authentication_status;
    default:
      return 'AUTHENTICATION_FAILED';
  }
}

function productEventOf({ product, outcome }: LoginIdentityEventPayload): WebhookEventType | null {
  return product && outcome ? (`${product.toUpperCase()}_${outcome}` as WebhookEventType) : null;
}
