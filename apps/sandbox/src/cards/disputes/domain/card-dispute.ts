import { GatewayRefusal } from '../../../base/parties/gateway-refusal.js';
import type { AuthorizationRecord } from '../../authorizations/domain/authorization.js';
import { callbackEventId, derivedReference } from '../../authorizations/issued-references.js';
import type { GatewayName } from '../../../base/parties/gateways.js';
import {
  cardDisputeMachine,
  type CardDisputeCommand,
  type CardDisputeEvent,
  type CardDisputeState,
} from './card-dispute.transitions.js';

/** How long the merchant may answer a chargeback. */
const DEFENCE_DAYS = 14;
const DAY_MS = 86_400_000;

export interface CardDisputeRecord {
  readonly gateway: GatewayName;
  readonly disputeReference: string;
  /** Of the authorization. */
  readonly reference: string;
  readonly customerAppId: string;
  readonly state: CardDisputeState;
  /** Counts what happened to the dispute, from 1. */
  readonly position: number;
  /** 1 for the first chargeback, 2 for the second. */
  readonly round: number;
  readonly lastEvent: CardDisputeEvent;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly isDefendable: boolean;
  readonly defendBy: Date | null;
  readonly evidenceDigest: string | null;
  readonly openedAt: Date;
  readonly updatedAt: Date;
}

interface DisputeOrder {
  readonly amount: number;
  readonly isDefendable: boolean;
  /** How many disputes the authorization has already. */
  readonly earlier: number;
  readonly now: Date;
}

/** The content of one notification; each gateway has its own format. */
export interface DisputeFact {
  readonly eventId: string;
  readonly dispute: CardDisputeRecord;
  readonly authorization: AuthorizationRecord;
}

export function openDispute(
  authorization: AuthorizationRecord,
  { amount, isDefendable, earlier, now }: DisputeOrder,
): CardDisputeRecord {
  if (amount < 1 || amount > authorization.amount) {
    const most = `amount must be from 1 to ${authorization.amount}.`;
    throw new GatewayRefusal('invalid_request', most, { field: 'amount' });
  }
  const { to, event } = cardDisputeMachine.move(null, isDefendable ? 'open' : 'open_closed');
  return {
    gateway: authorization.gateway,
    disputeReference: `dp_${derivedReference(authorization, `dispute ${earlier}`, 20)}`,
    reference: authorization.reference,
    customerAppId: authorization.customerAppId,
    state: to,
    position: 1,
    round: 1,
    lastEvent: event ?? 'CHARGEBACK',
    amount,
    currency: authorization.currency,
    isDefendable,
    defendBy: isDefendable ? deadlineAfter(now) : null,
    evidenceDigest: null,
    openedAt: now,
    updatedAt: now,
  };
}

/** Throws `invalid_state` for a move that the table does not have, or that comes too late. */
export function moveDispute(
  dispute: CardDisputeRecord,
  command: CardDisputeCommand,
  now: Date,
): CardDisputeRecord {
  const isLate = dispute.state === 'OPEN' && dispute.defendBy !== null && now >= dispute.defendBy;
  const state = isLate ? 'CLOSED_TO_DEFENCE' : dispute.state;
  if (!cardDisputeMachine.can(state, command)) {
    throw new GatewayRefusal('invalid_state', `The dispute is ${state}.`);
  }
  const { to, event } = cardDisputeMachine.move(state, command);
  const again = command === 'reopen';
  return {
    ...dispute,
    state: to,
    position: dispute.position + 1,
    lastEvent: event ?? dispute.lastEvent,
    updatedAt: now,
    ...(again
      ? { round: dispute.round + 1, defendBy: deadlineAfter(now), evidenceDigest: null }
      : {}),
  };
}

export function factOf(
  dispute: CardDisputeRecord,
  authorization: AuthorizationRecord,
): DisputeFact {
  const happening = `dispute ${dispute.disputeReference} ${dispute.position}`;
  return { eventId: callbackEventId(authorization, happening), dispute, authorization };
}

function deadlineAfter(now: Date): Date {
  return new Date(now.getTime() + DEFENCE_DAYS * DAY_MS);
}
