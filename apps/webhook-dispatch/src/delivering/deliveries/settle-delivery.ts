import type { Edge } from '@towpath/kernel';
import { isAcknowledged, type SentDelivery } from '../sending/delivery.js';
import {
  deliveryMachine,
  type DeliveryCommand,
  type DeliveryState,
} from '../../recording/queue/domain/delivery.transitions.js';
import { nextTry } from './domain/retry-schedule.js';
import type { DeliveryChange, StoredDelivery } from './ports.js';

export interface Settlement extends DeliveryChange {
  readonly succeeded: boolean;
  /** The edge that it took; null when the answer decided nothing. */
  readonly move: Edge<DeliveryState, DeliveryCommand, never> | null;
}

/** The receiver reports that the URL is permanently removed. */
export const GONE = 410;

/**
 * The state of a delivery after one answer. A failure after the end of its lease is counted but
 * decides nothing, because another worker has the delivery. A success always counts.
 */
export function settle(
  stored: StoredDelivery,
  { delivery, answer }: SentDelivery,
  { at, random }: { readonly at: Date; readonly random: number },
): Settlement {
  const { customerAppId, eventId, endpointId, status, retry, dueAt, claimedBy } = stored;
  const succeeded = isAcknowledged(answer);
  const counted = {
    customerAppId,
    eventId,
    endpointId,
    attempts: stored.attempts + 1,
    lastAttemptAt: answer.startedAt,
    lastStatusCode: answer.statusCode,
    succeeded,
  };
  if (succeeded) {
    const move = deliveryMachine.move(status, 'succeed');
    return { ...counted, move, status: move.to, retry, dueAt: null, claimedBy: null };
  }
  if (claimedBy !== delivery.claim) {
    return { ...counted, move: null, status, retry, dueAt, claimedBy };
  }
  if (answer.statusCode === GONE) {
    // The endpoint is about to be disabled: held, and first in line when it is enabled again.
    const move = deliveryMachine.move(status, 'retry');
    return { ...counted, move, status: move.to, retry, dueAt: at, claimedBy: null };
  }
  const { retryAfterMs } = answer;
  const next = nextTry(retry, { at, retryAfterMs, enabledAt: stored.enabledAt, random });
  if (next.giveUp) {
    const move = deliveryMachine.move(status, 'giveUp');
    return { ...counted, move, status: move.to, retry, dueAt: null, claimedBy: null };
  }
  const move = deliveryMachine.move(status, 'retry');
  const { step, from, dueAt: nextDueAt } = next;
  const waiting = { retry: { step, from }, dueAt: nextDueAt, claimedBy: null };
  return { ...counted, move, status: move.to, ...waiting };
}
