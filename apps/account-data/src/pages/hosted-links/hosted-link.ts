import { DomainError, type CustomerAppId } from '@towpath/kernel';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/login-identity.table.js';
import { REDIRECT_ACTION } from '../../identities/login-identities/login-values.js';
import type { HostedLink, HostedLinkId } from './hosted-link.table.js';

/** The holder of the session of a hosted link: the token names it, the request does not. */
export interface HostedCaller {
  readonly customerAppId: CustomerAppId;
  readonly appType: 'TEST' | 'LIVE';
  readonly sessionId: HostedLinkId;
  /** Of the user's browser; null if the request did not come through the API gateway. */
  readonly address: string | null;
}

/**
 * The step of a page's user. A login that another session has started since does not belong to the
 * user.
 */
export function stepOf(link: HostedLink, identity: LoginIdentitySnapshot | null) {
  if (!identity || link.linkSessionId === null) return 'CHOOSING';
  if (identity.sessionId !== link.linkSessionId) return 'CHOOSING';
  if (identity.authenticationStatus === 'AUTHENTICATED') return 'CONNECTED';
  if (identity.status === 'ERROR') return 'FAILED';
  if (!identity.action) return 'CONNECTING';
  return identity.action.name === REDIRECT_ACTION ? 'REDIRECT' : 'ACTION';
}

/** Throws UNAUTHORIZED for a session that the user left, or that is no longer stored. */
export function assertGoesOn(link: HostedLink | null): HostedLink {
  if (!link || link.leftAt !== null) throw sessionEnded();
  return link;
}

export function sessionEnded(): DomainError {
  return new DomainError('UNAUTHORIZED', 'The session of this token has ended.');
}
