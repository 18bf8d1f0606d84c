import type { CustomerAppId, LinkSessionId, LoginIdentityId } from '@towpath/kernel';
import { dateFromJson, dateFromJsonOrNull, type JsonRow, type Row } from '@towpath/persistence';
import {
  LoginIdentity,
  type LinkingAttemptId,
  type LoginIdentitySnapshot,
} from '../domain/login-identity.js';
import type { LoginIdentityEntity } from './login-identity.entity.js';

export type LoginIdentityRow = JsonRow<LoginIdentityEntity>;

export function loginIdentityFromRow(row: LoginIdentityRow): LoginIdentity {
  return LoginIdentity.restore(snapshotFromRow(row));
}

function snapshotFromRow(row: LoginIdentityRow): LoginIdentitySnapshot {
  return {
    loginIdentityId: row.login_identity_id as LoginIdentityId,
    customerAppId: row.customer_app_id as CustomerAppId,
    live: row.live,
    userId: row.user_id,
    institutionId: row.institution_id,
    state: row.state,
    historyDateLimit: row.history_date_limit,
    status: row.status,
    sequence: row.sequence,
    authenticationStatus: row.authentication_status,
    authenticationSequence: row.authentication_sequence,
    sessionStatus: row.session_status,
    sessionSequence: row.session_sequence,
    sessionId: row.session_id as LinkSessionId,
    linkingAttemptId: row.linking_attempt_id as LinkingAttemptId,
    authenticationId: row.authentication_id,
    usernameHashId: row.username_hash_id,
    eventName: row.event_name,
    eventDate: dateFromJsonOrNull(row.event_date),
    authenticationDetails: row.authentication_details,
    authenticationUpdatedAt: dateFromJsonOrNull(row.authentication_updated_at),
    authenticatedAt: dateFromJsonOrNull(row.authenticated_at),
    products: row.products,
    progress: row.progress,
    failure: row.failure,
    action: row.action,
    storesCredentials: row.stores_credentials,
    refreshesWithoutUser: row.refreshes_without_user,
    automaticRefresh: row.automatic_refresh,
    proposal: proposalFromRow(row),
    permissionGrantedAt: dateFromJson(row.permission_granted_at),
    permissionExpiresAt: dateFromJsonOrNull(row.permission_expires_at),
    permissionExpired: row.permission_expired,
    nextRefreshAt: dateFromJsonOrNull(row.next_refresh_at),
    erasureDueAt: dateFromJsonOrNull(row.erasure_due_at),
    firstSuccess: dateFromJsonOrNull(row.first_success),
    lastSuccess: dateFromJsonOrNull(row.last_success),
    createdAt: dateFromJson(row.created_at),
    updatedAt: dateFromJson(row.updated_at),
  };
}

function proposalFromRow({ proposal }: LoginIdentityRow): LoginIdentitySnapshot['proposal'] {
  return proposal && { ...proposal, grantedAt: new Date(proposal.grantedAt) };
}

export function loginIdentityKey({ snapshot }: LoginIdentity): Row {
  return {
    customer_app_id: snapshot.customerAppId,
    login_identity_id: snapshot.loginIdentityId,
  };
}

export function fixedColumns({ snapshot }: LoginIdentity): Row {
  return {
    live: snapshot.live,
    user_id: snapshot.userId,
    institution_id: snapshot.institutionId,
    state: snapshot.state,
    history_date_limit: snapshot.historyDateLimit,
    created_at: snapshot.createdAt,
  };
}

/** Columns that moves change. */
export function changingColumns({ snapshot: now }: LoginIdentity): Row {
  return {
    status: now.status,
    sequence: now.sequence,
    authentication_status: now.authenticationStatus,
    authentication_sequence: now.authenticationSequence,
    session_status: now.sessionStatus,
    session_sequence: now.sessionSequence,
    session_id: now.sessionId,
    linking_attempt_id: now.linkingAttemptId,
    authentication_id: now.authenticationId,
    username_hash_id: now.usernameHashId,
    event_name: now.eventName,
    event_date: now.eventDate,
    authentication_details: now.authenticationDetails,
    authentication_updated_at: now.authenticationUpdatedAt,
    authenticated_at: now.authenticatedAt,
    products: now.products,
    progress: now.progress,
    failure: now.failure,
    action: now.action,
    stores_credentials: now.storesCredentials,
    refreshes_without_user: now.refreshesWithoutUser,
    automatic_refresh: now.automaticRefresh,
    proposal: now.proposal,
    permission_granted_at: now.permissionGrantedAt,
    permission_expires_at: now.permissionExpiresAt,
    permission_expired: now.permissionExpired,
    permission_watched: isPermissionWatched(now),
    next_refresh_at: now.nextRefreshAt,
    erasure_due_at: now.erasureDueAt,
    first_success: now.firstSuccess,
    last_success: now.lastSuccess,
    updated_at: now.updatedAt,
  };
}

/**
 * True only in a status in which nothing continues without an action, so that the end can be
 * reported.
 */
function isPermissionWatched(now: LoginIdentitySnapshot): boolean {
  const waits = now.sessionStatus === 'COMPLETED' && !now.permissionExpired;
  return waits && now.permissionExpiresAt !== null;
}
