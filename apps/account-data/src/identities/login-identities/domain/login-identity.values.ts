import type { CustomerAppId, ErrorCode, Id, LinkSessionId, LoginIdentityId } from '@towpath/kernel';
import type { AuthenticationState } from './authentication.transitions.js';
import type { LinkSessionState } from './link-session.transitions.js';
import type { LoginIdentityState } from './login-identity.transitions.js';
import type { Product, ProductProgresses } from './product-outcome.js';

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
export interface SessionTerms {
  readonly sessionId: LinkSessionId;
  readonly linkingAttemptId: LinkingAttemptId;
}

/** The user's consent. */
export interface Permission {
  readonly products: readonly Product[];
  readonly storesCredentials: boolean;
  readonly automaticRefresh: 'ON' | 'OFF' | 'FORCED_ON';
}

/** The consent of a relink that the institution has not accepted yet. */
export interface ProposedPermission extends Permission {
  readonly grantedAt: Date;
}

export interface NewLogin {
  readonly loginIdentityId: LoginIdentityId;
  readonly customerAppId: CustomerAppId;
  readonly live: boolean;
  readonly userId: string;
  readonly institutionId: string;
  readonly state: string | null;
  /** `YYYY-MM-DD`. */
  readonly historyDateLimit: string | null;
}

export interface AcceptedAt {
  readonly authenticationId: string;
  readonly usernameHashId: string | null;
  readonly refreshesWithoutUser: boolean;
  readonly permissionExpiresAt: Date;
}

export interface Positions {
  readonly status: LoginIdentityState;
  readonly sequence: number;
  readonly authenticationStatus: AuthenticationState;
  readonly authenticationSequence: number;
  readonly sessionStatus: LinkSessionState;
  readonly sessionSequence: number;
}

export interface Values extends NewLogin, SessionTerms, Permission {
  readonly authenticationId: string | null;
  readonly usernameHashId: string | null;
  readonly eventName: string | null;
  readonly eventDate: Date | null;
  readonly authenticationDetails: string | null;
  readonly authenticationUpdatedAt: Date | null;
  readonly authenticatedAt: Date | null;
  readonly progress: ProductProgresses;
  readonly failure: LoginFailure | null;
  readonly action: PendingAction | null;
  readonly refreshesWithoutUser: boolean;
  readonly proposal: ProposedPermission | null;
  readonly permissionGrantedAt: Date;
  readonly permissionExpiresAt: Date | null;
  readonly permissionExpired: boolean;
  readonly nextRefreshAt: Date | null;
  /** From when on rows of products that are no longer covered must be erased; null for none. */
  readonly erasureDueAt: Date | null;
  readonly firstSuccess: Date | null;
  readonly lastSuccess: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface LoginIdentitySnapshot extends Values, Positions {}

/** Commands that end a login with a failure. */
export type FailedLogin = 'refuse' | 'lock' | 'postpone';
