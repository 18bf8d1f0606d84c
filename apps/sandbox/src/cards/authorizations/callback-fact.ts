import type { AuthorizationChange, AuthorizationRecord, Refund } from './domain/authorization.js';
import type { GatewayEvent } from './domain/authorization.transitions.js';
import { outcomeOf } from './domain/card-outcomes.js';
import { callbackEventId } from './issued-references.js';
import { planCallbacks } from './domain/plan-callbacks.js';

/** The content of one call-back; each gateway has its own format. */
export interface CallbackFact {
  readonly eventId: string;
  readonly event: GatewayEvent;
  /** On the app's clock. */
  readonly occurredAt: Date;
  readonly record: AuthorizationRecord;
  readonly refund: Refund | null;
}

/** The call-backs that a change of this record sends, in order. */
export function callbackFacts(
  record: AuthorizationRecord,
  change: AuthorizationChange,
): readonly CallbackFact[] {
  if (!change.event) return [];
  const happening = { event: change.event, answered: change.answered, purpose: record.purpose };
  return planCallbacks(outcomeOf(record.card.outcome), happening).map((event) => {
    const refund = event === 'refunded' ? (change.refund ?? null) : null;
    const name = refund ? `${event} ${refund.refundReference}` : event;
    const isHeldBack = event === 'authorized' && change.event !== 'authorized';
    return {
      eventId: callbackEventId(record, name),
      event,
      occurredAt: isHeldBack ? (record.authorizedAt ?? change.occurredAt) : change.occurredAt,
      record,
      refund,
    };
  });
}
