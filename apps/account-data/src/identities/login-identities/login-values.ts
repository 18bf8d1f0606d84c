import type { ErrorCode, Id, LinkSessionId } from '@towpath/kernel';
import type { Product } from './product-outcome.js';

export type LinkActionId = Id<'LinkAction'>;
export type LinkingAttemptId = Id<'LinkingAttempt'>;

/** Name of the action that is answered on the page of the institution. */
export const REDIRECT_ACTION = 'INSTITUTION_REDIRECT';
/** Name of its message with the address to open. */
export const REDIRECT_URL = 'redirect_url';

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
