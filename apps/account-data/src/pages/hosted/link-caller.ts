import type { Caller } from '@towpath/http';
import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import type { HostedLink, HostedLinkId } from './hosted-link.js';

/** The holder of the session of a hosted link: the token names it, the request does not. */
export interface HostedCaller {
  readonly customerAppId: CustomerAppId;
  readonly appType: 'TEST' | 'LIVE';
  readonly sessionId: HostedLinkId;
}

export function hostedCallerOf({ customerAppId, appType, claims }: Caller): HostedCaller {
  const sessionId = parseId<HostedLinkId>(claims.customization_id);
  if (!sessionId) throw sessionEnded();
  return { customerAppId, appType, sessionId };
}

/** Throws UNAUTHORIZED for a session that the user left, or that is no longer stored. */
export function assertGoesOn(link: HostedLink | null): HostedLink {
  if (!link || link.leftAt !== null) throw sessionEnded();
  return link;
}

export function sessionEnded(): DomainError {
  return new DomainError('UNAUTHORIZED', 'The session of this token has ended.');
}
