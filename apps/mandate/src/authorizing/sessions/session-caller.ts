import type { Caller } from '@towpath/http';
import { DomainError, parseId, type CustomerAppId, type MandateId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { mandateNotFound } from '../../mandates/mandates/mandate.js';
import {
  type MandateSession,
  type MandateSessionId,
  type MandateSessionRepository,
} from './ports.js';

/** A payer with a session for one mandate: the token names both, the request neither. */
export interface SessionCaller {
  readonly customerAppId: CustomerAppId;
  readonly appType: 'TEST' | 'LIVE';
  readonly mandateId: MandateId;
  readonly sessionId: MandateSessionId;
}

export function sessionCallerOf({ customerAppId, appType, claims }: Caller): SessionCaller {
  const mandateId = parseId<MandateId>(claims.mandate_id);
  const sessionId = parseId<MandateSessionId>(claims.customization_id);
  if (!mandateId || !sessionId) throw mandateNotFound();
  return { customerAppId, appType, mandateId, sessionId };
}

/** Throws UNAUTHORIZED for a token whose session is no longer kept. */
export async function sessionOf(
  tx: AppTx,
  sessions: MandateSessionRepository,
  { sessionId }: Pick<SessionCaller, 'sessionId'>,
): Promise<MandateSession> {
  const session = await sessions.find(tx, sessionId);
  if (!session) throw new DomainError('UNAUTHORIZED', 'The session of this token has ended.');
  return session;
}
