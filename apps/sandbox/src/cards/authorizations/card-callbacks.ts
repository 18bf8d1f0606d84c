import type { CallbackSigner } from '../../base/callbacks/callbacks.service.js';
import { Parties, derivedReference, type ReferenceSubject } from '../../base/parties/parties.js';
import type { GatewayEvent } from './authorization.transitions.js';
import { type CardOutcome, outcomeOf } from './card-outcomes.js';
import type { AuthorizationChange, IssuedReferences, Refund } from './authorization.js';
import type { AuthorizationRecord } from './authorization.table.js';

/** Format and signature of one simulated card gateway's call-backs. */
export interface CardProtocol extends CallbackSigner {
  callbackBody(fact: CallbackFact): object;
}

export class CardProtocols extends Parties<CardProtocol> {}

export interface Happening {
  readonly event: GatewayEvent;
  /** The answer to the merchant's own request contains this change. */
  readonly answered: boolean;
  readonly purpose: 'PAYMENT' | 'SETUP';
}

const REPEATS = 3;

/**
 * The call-backs of a change, in the order of sending. An answered change is not sent, except for a
 * card that scrambles. That card delays `authorized` until the merchant's next request, so that a
 * later event arrives first, and sends each event three times.
 */
export function planCallbacks(outcome: CardOutcome, happening: Happening): readonly GatewayEvent[] {
  const { event, answered, purpose } = happening;
  if (!outcome.scramblesCallbacks) return answered ? [] : [event];
  switch (event) {
    case 'authorized':
      return purpose === 'SETUP' ? repeated(['authorized']) : [];
    case 'captured':
    case 'capture_failed':
    case 'voided':
      return purpose === 'SETUP' ? repeated([event]) : scrambled(event);
    default:
      return repeated([event]);
  }
}

function scrambled(late: GatewayEvent): readonly GatewayEvent[] {
  return [late, 'authorized', late, 'authorized', 'authorized', late];
}

function repeated(events: readonly GatewayEvent[]): readonly GatewayEvent[] {
  return Array.from({ length: REPEATS }, () => events).flat();
}

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
    const refund = event === change.event ? (change.refund ?? null) : null;
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

/** References of the processor and the scheme: a function of the request, never of chance. */
export function issuedReferences(subject: ReferenceSubject): IssuedReferences {
  return {
    pspReference: `${subject.gateway}${derivedReference(subject, 'psp', 16)}`,
    authCode: derivedReference(subject, 'auth', 6),
    networkTransactionReference: derivedReference(subject, 'network', 15),
    storedPaymentMethodId: `pm_${derivedReference(subject, 'stored', 24)}`,
  };
}

export function refundPspReference(subject: ReferenceSubject, refundReference: string): string {
  return `${subject.gateway}${derivedReference(subject, `refund ${refundReference}`, 16)}`;
}

/** One ID per happening, however often its call-back is sent. */
export function callbackEventId(subject: ReferenceSubject, happening: string): string {
  return `evt_${derivedReference(subject, `event ${happening}`, 24)}`;
}
