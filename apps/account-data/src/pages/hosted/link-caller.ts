import type { Caller } from '@towpath/http';
import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import type { HostedLink, HostedLinkId } from './hosted-link.js';

/** The holder of the session of a hosted link: the token names it, the request does not. */
export interface HostedCaller {
  readonly customerAppId: CustomerAppId;
  readonly appType: 'TEST' | 'LIVE';
  readonly sessionId: HostedLinkId;
  /** Of the user's browser; null if the request did not come through the API gateway. */
  readonly address: string | null;
}

export function hostedCallerOf(
  { customerAppId, appType, claims }: Caller,
  address: string | null = null,
): HostedCaller {
  const sessionId = parseId<HostedLinkId>(claims.customization_id);
  if (!sessionId) throw sessionEnded();
  return { customerAppId, appType, sessionId, address };
}

/** Throws UNAUTHORIZED for a session that the user left, or that is no longer stored. */
export function assertGoesOn(link: HostedLink | null): HostedLink {
  if (!link || link.leftAt !== null) throw sessionEnded();
  return link;
}

export function sessionEnded(): DomainError {
  return new DomainError('UNAUTHORIZED', 'The session of this token has ended.');
}
