import { DomainError } from '@towpath/kernel';
import type { Caller } from './caller.js';

/** A page that was left open somewhere must end by itself, however often it is extended. */
const LONGEST_S = 8 * 3_600;

/** When the session of a hosted page began, however often it was extended: Unix seconds. */
export function pageSessionBeganAt({ claims }: Pick<Caller, 'claims'>): number {
  return claims.session_began_at ?? claims.iat;
}

/** Throws `TOKEN_EXPIRED` for a session that has been extended for as long as it may be. */
export function assertMayGoOn(sessionBeganAt: number, now: Date): void {
  if (now.getTime() / 1_000 - sessionBeganAt < LONGEST_S) return;
  throw new DomainError('TOKEN_EXPIRED', 'The session can no longer be extended.');
}
