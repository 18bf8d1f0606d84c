import type { CustomerAppId, Id, LinkSessionId, LoginIdentityId } from '@towpath/kernel';
import {
  bigint,
  boolean,
  date,
  defineTable,
  json,
  stateChangeColumns,
  text,
  time,
  type RowOf,
} from '@towpath/persistence';
import type {
  LinkingAttemptId,
  LoginFailure,
  PendingAction,
  ProposedPermission,
} from './login-values.js';
import type { LoginIdentityState } from './login-identity.transitions.js';
import type { AuthenticationState, LinkSessionState } from './login-session.transitions.js';
import type { Product, ProductProgresses } from './product-outcome.js';

export const loginIdentities = defineTable(
  'login_identities',
  {
    customerAppId: text<CustomerAppId>(),
    loginIdentityId: text<LoginIdentityId>(),
    live: boolean().fixed(),
    /** The customer app's ID of the end-user. */
    userId: text().fixed(),
    institutionId: text().fixed(),
    /** The state that the link was started with. */
    state: text().orNull().fixed(),
    historyDateLimit: date().orNull().fixed(),
    status: text<LoginIdentityState>(),
    sequence: bigint(),
    authenticationStatus: text<AuthenticationState>(),
    authenticationSequence: bigint(),
    sessionStatus: text<LinkSessionState>(),
    sessionSequence: bigint(),
    sessionId: text<LinkSessionId>(),
    linkingAttemptId: text<LinkingAttemptId>(),
    authenticationId: text().orNull(),
    usernameHashId: text().orNull(),
    eventName: text().orNull(),
    eventDate: time().orNull(),
    authenticationDetails: text().orNull(),
    authenticationUpdatedAt: time().orNull(),
    authenticatedAt: time().orNull(),
    /** The products of the user's consent. */
    products: json<readonly Product[]>(),
    progress: json<ProductProgresses>(),
    failure: json<LoginFailure>().orNull(),
    action: json<PendingAction>().orNull(),
    storesCredentials: boolean(),
    refreshesWithoutUser: boolean(),
    automaticRefresh: text<'ON' | 'OFF' | 'FORCED_ON'>(),
    /** A new consent, until the institution accepts its login. */
    proposal: json<ProposedPermission>('grantedAt').orNull(),
    permissionGrantedAt: time(),
    permissionExpiresAt: time().orNull(),
    permissionExpired: boolean(),
    /** Whether the end of the permission must still be reported. */
    permissionWatched: boolean(),
    nextRefreshAt: time().orNull(),
    /** From when on rows of products that are no longer covered must be erased; null for none. */
    erasureDueAt: time().orNull(),
    firstSuccess: time().orNull(),
    lastSuccess: time().orNull(),
    createdAt: time().fixed(),
    updatedAt: time(),
  },
  {
    key: ['customerAppId', 'loginIdentityId'],
    sequence: 'sequence',
    indexes: {
      login_identities_created_at: { columns: ['createdAt'], type: 'brin' },
      login_identities_refresh_due: {
        columns: ['nextRefreshAt'],
        where: '"next_refresh_at" IS NOT NULL',
      },
      login_identities_app_refresh_due: {
        columns: ['customerAppId', 'nextRefreshAt'],
        where: '"next_refresh_at" IS NOT NULL',
      },
      login_identities_erasure_due: {
        columns: ['erasureDueAt'],
        where: '"erasure_due_at" IS NOT NULL',
      },
      login_identities_app_erasure_due: {
        columns: ['customerAppId', 'erasureDueAt'],
        where: '"erasure_due_at" IS NOT NULL',
      },
      login_identities_permission_due: {
        columns: ['permissionExpiresAt'],
        where: '"permission_watched"',
      },
      login_identities_app_permission_due: {
        columns: ['customerAppId', 'permissionExpiresAt'],
        where: '"permission_watched"',
      },
    },
  },
);

export type LoginIdentitySnapshot = RowOf<typeof loginIdentities>;

/** Moves of the login identity's own machine, its login's and its session's. */
export const loginIdentityChanges = defineTable(
  'login_identity_state_changes',
  {
    customerAppId: text<CustomerAppId>(),
    loginIdentityId: text<LoginIdentityId>(),
    machine: text(),
    ...stateChangeColumns,
  },
  {
    key: ['customerAppId', 'loginIdentityId', 'machine', 'sequence'],
    foreignKeys: {
      login_identity_state_changes_login_identity_fkey: {
        columns: ['customerAppId', 'loginIdentityId'],
        to: 'login_identities',
      },
    },
  },
);

/** The proof that a user agreed, to what and when; it holds nothing that the user is known by. */
export const linkConsents = defineTable(
  'link_consents',
  {
    customerAppId: text<CustomerAppId>(),
    consentId: text<Id<'LinkConsent'>>(),
    loginIdentityId: text<LoginIdentityId>(),
    sessionId: text<LinkSessionId>(),
    /** On the app's clock. */
    givenAt: time(),
    givenThrough: text<'CUSTOMER_APP' | 'SERVICE_LINK'>(),
    textVersion: text().orNull(),
    textLanguage: text().orNull(),
    /** SHA-256 of the displayed text in UTF-8, hexadecimal. */
    textSha256: text().orNull(),
    products: json<readonly string[]>(),
    storesCredentials: boolean(),
    automaticRefresh: text(),
    institutionId: text(),
    /** Real time. */
    recordedAt: time(),
  },
  {
    key: ['customerAppId', 'consentId'],
    indexes: { link_consents_login_identity: ['customerAppId', 'loginIdentityId'] },
    foreignKeys: {
      link_consents_login_identity_fkey: {
        columns: ['customerAppId', 'loginIdentityId'],
        to: 'login_identities',
      },
    },
  },
);
