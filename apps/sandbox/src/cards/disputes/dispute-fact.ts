import { callbackEventId } from '../authorizations/issued-references.js';
import type { AuthorizationRecord } from '../authorizations/domain/authorization.js';
import type { CardDisputeRecord } from './domain/card-dispute.js';

/** The content of one notification; each gateway has its own format. */
export interface DisputeFact {
  readonly eventId: string;
  readonly dispute: CardDisputeRecord;
  readonly authorization: AuthorizationRecord;
}

export function factOf(
  dispute: CardDisputeRecord,
  authorization: AuthorizationRecord,
): DisputeFact {
  const happening = `dispute ${dispute.disputeReference} ${dispute.position}`;
  return { eventId: callbackEventId(authorization, happening), dispute, authorization };
}
