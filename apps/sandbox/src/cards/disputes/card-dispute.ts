import { DomainError, plusMs } from '@towpath/kernel';
import { cardDisputeMachine, type CardDisputeCommand } from './card-dispute.transitions.js';
import type { CardDisputeRecord } from './card-dispute.table.js';

/** How long the merchant may answer a chargeback. */
const DEFENCE_DAYS = 14;
const DAY_MS = 86_400_000;

interface DisputeOrder {
  readonly amount: number;
  readonly isDefendable: boolean;
  readonly disputeReference: string;
  readonly now: Date;
}

/** The payment that is contested. */
type ContestedPayment = Pick<
  CardDisputeRecord,
  'gateway' | 'reference' | 'customerAppId' | 'currency'
>;

export function openDispute(
  { gateway, reference, customerAppId, currency }: ContestedPayment,
  { amount, isDefendable, disputeReference, now }: DisputeOrder,
): CardDisputeRecord {
  const { to, event } = cardDisputeMachine.move(null, isDefendable ? 'open' : 'open_closed');
  return {
    gateway,
    disputeReference,
    reference,
    customerAppId,
    state: to,
    position: 1,
    round: 1,
    lastEvent: event ?? 'CHARGEBACK',
    amount,
    currency,
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
    throw new DomainError('INVALID_DISPUTE_STATUS', `The dispute is ${state}.`);
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

function deadlineAfter(now: Date): Date {
  return plusMs(now, DEFENCE_DAYS * DAY_MS);
}
