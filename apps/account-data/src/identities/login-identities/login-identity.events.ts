import {
  embeddedError,
  loginIdentityLinkStarted,
  loginIdentityAuthenticationStarted,
  loginIdentityActionRequested,
  loginIdentityActionAnswered,
  loginIdentityAuthenticationFailed,
  loginIdentityAuthenticated,
  loginIdentityConnected,
  loginIdentityDataRetrievalStarted,
  loginIdentityProductUpdated,
  loginIdentityDataMadeAvailable,
  loginIdentityDataRetrievalCompleted,
  loginIdentityDataRetrievalPartlyCompleted,
  loginIdentityDataRetrievalFailed,
  loginIdentityRefreshStarted,
  loginIdentityPermissionExpired,
  loginIdentityUnlinked,
  loginIdentityUnlinkSucceeded,
  loginIdentityUnlinkFailed,
  type LoginIdentityEventPayload,
} from '@towpath/contracts';
import type { PublishableEvent, WriteBatch } from '@towpath/persistence';
import type { LoginIdentity, LoginIdentityChange } from './login-identity.js';
import type { LoginIdentityEventName } from './login-identity.transitions.js';

const DEFINITIONS: Record<LoginIdentityEventName, PublishableEvent<LoginIdentityEventPayload>> = {
  'login_identity.link_started': loginIdentityLinkStarted,
  'login_identity.authentication_started': loginIdentityAuthenticationStarted,
  'login_identity.action_requested': loginIdentityActionRequested,
  'login_identity.action_answered': loginIdentityActionAnswered,
  'login_identity.authentication_failed': loginIdentityAuthenticationFailed,
  'login_identity.authenticated': loginIdentityAuthenticated,
  'login_identity.connected': loginIdentityConnected,
  'login_identity.data_retrieval_started': loginIdentityDataRetrievalStarted,
  'login_identity.product_updated': loginIdentityProductUpdated,
  'login_identity.data_made_available': loginIdentityDataMadeAvailable,
  'login_identity.data_retrieval_completed': loginIdentityDataRetrievalCompleted,
  'login_identity.data_retrieval_partly_completed': loginIdentityDataRetrievalPartlyCompleted,
  'login_identity.data_retrieval_failed': loginIdentityDataRetrievalFailed,
  'login_identity.refresh_started': loginIdentityRefreshStarted,
  'login_identity.permission_expired': loginIdentityPermissionExpired,
  'login_identity.unlinked': loginIdentityUnlinked,
  'login_identity.unlink_succeeded': loginIdentityUnlinkSucceeded,
  'login_identity.unlink_failed': loginIdentityUnlinkFailed,
};

export function publishLoginIdentityChanges(batch: WriteBatch, identity: LoginIdentity): void {
  for (const change of identity.changes) {
    if (change.event === null) continue;
    batch.publish(DEFINITIONS[change.event], {
      payload: payloadOf(identity, change),
      sequence: change.sequence,
      customerAppId: identity.snapshot.customerAppId,
    });
  }
}

/** The payload contains neither the user's input nor the institution's name for the user. */
function payloadOf(
  { snapshot, productResults }: LoginIdentity,
  change: LoginIdentityChange,
): LoginIdentityEventPayload {
  const { failure } = snapshot;
  const result = productResults.get(change.sequence);
  return {
    customer_app_id: snapshot.customerAppId,
    occurred_at: change.occurredAt.toISOString(),
    login_identity_id: snapshot.loginIdentityId,
    user_id: snapshot.userId,
    institution_id: snapshot.institutionId,
    session_id: snapshot.sessionId,
    previous_status: change.from,
    status: change.to,
    authentication_status: snapshot.authenticationStatus,
    session_status: snapshot.sessionStatus,
    product: result?.product,
    outcome: result?.outcome,
    state: snapshot.state ?? undefined,
    error:
      change.to === 'ERROR' && failure
        ? embeddedError(failure.code, failure.explanation)
        : undefined,
  };
}
