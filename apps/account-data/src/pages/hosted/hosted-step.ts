import type { HostedLinkStep } from '@towpath/contracts/account-data';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/domain/login-identity.js';
import { REDIRECT_ACTION } from '../../retrieval/logins/bank-pages.js';
import type { HostedLink } from './hosted-link.js';

/**
 * The step of a page's user. A login that another session has started since does not belong to the
 * user.
 */
export function stepOf(link: HostedLink, identity: LoginIdentitySnapshot | null): HostedLinkStep {
  if (!identity || link.linkSessionId === null) return 'CHOOSING';
  if (identity.sessionId !== link.linkSessionId) return 'CHOOSING';
  if (identity.authenticationStatus === 'AUTHENTICATED') return 'CONNECTED';
  if (identity.status === 'ERROR') return 'FAILED';
  if (!identity.action) return 'CONNECTING';
  return identity.action.name === REDIRECT_ACTION ? 'REDIRECT' : 'ACTION';
}
