import type { CustomerAppId, ErrorCode, Id, LinkSessionId, LoginIdentityId } from '@towpath/kernel';
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
  AuthenticationState,
  LinkSessionState,
  LoginIdentityState,
} from './login-identity.transitions.js';
import type { Product, ProductProgresses } from './products.js';

export type LinkActionId = Id<'LinkAction'>;
export type LinkingAttemptId = Id<'LinkingAttempt'>;

export interface LoginFailure {
  readonly code: ErrorCode;
  readonly explanation: string;
  /** Only where the code does not say what the user can do. */
  readonly reason?: 'OTHER_LOGIN' | 'LIMITED';
}

/** The institution's question to the user, as shown. */
export interface PendingAction {
  readonly actionId: LinkActionId;
  readonly type: string;
  readonly name: string;
  readonly messages: readonly object[];
  readonly fields: readonly object[];
  readonly buttons?: readonly object[];
}

/** One link, relink or refresh. */
export type SessionTerms = Pick<LoginIdentitySnapshot, 'sessionId' | 'linkingAttemptId'>;

/** The user's consent. */
export interface Permission {
  readonly products: readonly Product[];
  readonly storesCredentials: boolean;
  readonly automaticRefresh: 'ON' | 'OFF' | 'FORCED_ON';
}

/** A job looks for due rows of all apps, or of an app whose clock was moved. */
const dueIndexes = <P extends string>({
  name,
  due,
  where,
}: Record<'name' | 'where', string> & { due: P }) => ({
  [`login_identities_${name}_due`]: { columns: [due], where },
  [`login_identities_app_${name}_due`]: { columns: ['customerAppId' as const, due], where },
});

/** The first columns of each table that belongs to login identities, and its foreign key. */
export const loginColumns = {
  customerAppId: text<CustomerAppId>(),
  loginIdentityId: text<LoginIdentityId>(),
};
export const loginForeignKey = (table: string) => ({
  [`${table}_login_identity_fkey`]: {
    columns: ['customerAppId', 'loginIdentityId'] as const,
    to: 'login_identities',
  },
});

export const loginIdentities = defineTable(
  'login_identities',
  {
    ...loginColumns,
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
    products: json<readonly Product[]>(),
    progress: json<ProductProgresses>(),
    failure: json<LoginFailure>().orNull(),
    action: json<PendingAction>().orNull(),
    storesCredentials: boolean(),
    refreshesWithoutUser: boolean(),
    automaticRefresh: text<Permission['automaticRefresh']>(),
    /** A new consent, until the institution accepts its login. */
    proposal: json<Permission & { readonly grantedAt: Date }>('grantedAt').orNull(),
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
      login_identities_found_by_id: ['loginIdentityId'],
      login_identities_found_by_newest: ['createdAt', 'loginIdentityId'],
      login_identities_found_by_app: ['customerAppId', 'createdAt', 'loginIdentityId'],
      login_identities_found_by_user: ['userId', 'createdAt'],
      login_identities_found_by_session: ['sessionId'],
      login_identities_found_by_attempt: ['linkingAttemptId'],
      ...dueIndexes({
        name: 'refresh',
        due: 'nextRefreshAt',
        where: '"next_refresh_at" IS NOT NULL',
      }),
      ...dueIndexes({
        name: 'erasure',
        due: 'erasureDueAt',
        where: '"erasure_due_at" IS NOT NULL',
      }),
      ...dueIndexes({
        name: 'permission',
        due: 'permissionExpiresAt',
        where: '"permission_watched"',
      }),
    },
  },
);

export type LoginIdentitySnapshot = RowOf<typeof loginIdentities>;
export type LoginKey = Pick<LoginIdentitySnapshot, 'customerAppId' | 'loginIdentityId'>;
export type SessionKey = LoginKey & Pick<LoginIdentitySnapshot, 'sessionId'>;

/** Moves of the login identity's own machine, its login's and its session's. */
export const loginIdentityChanges = defineTable(
  'login_identity_state_changes',
  {
    ...loginColumns,
    machine: text(),
    ...stateChangeColumns,
  },
  {
    key: ['customerAppId', 'loginIdentityId', 'machine', 'sequence'],
    foreignKeys: loginForeignKey('login_identity_state_changes'),
  },
);

/** The proof that a user agreed, to what and when; it holds nothing that the user is known by. */
export const linkConsents = defineTable(
  'link_consents',
  {
    ...loginColumns,
    consentId: text<Id<'LinkConsent'>>(),
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
    indexes: {
      link_consents_login_identity: ['customerAppId', 'loginIdentityId'],
      link_consents_found_by_session: ['sessionId'],
    },
    foreignKeys: loginForeignKey('link_consents'),
  },
);
