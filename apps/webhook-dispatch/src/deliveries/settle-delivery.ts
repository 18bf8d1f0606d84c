import { isAcknowledged, type SentDelivery, type StoredDelivery } from './delivery.js';
import { deliveryMachine } from './domain/delivery.transitions.js';
import { nextTry } from './domain/retry-schedule.js';
import type { DeliveryChange } from './ports.js';

export interface Settlement extends DeliveryChange {
  readonly succeeded: boolean;
}

/** The receiver says that the place is gone for good. */
export const GONE = 410;

/**
 * What a delivery becomes by one answer. A failure that comes back after its lease has ended is
 * counted and decides nothing: another worker has the delivery by then. A success always counts.
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
    const { to } = deliveryMachine.move(status, 'succeed');
    return { ...counted, status: to, retry, dueAt: null, claimedBy: null };
  }
  if (claimedBy !== delivery.claim) return { ...counted, status, retry, dueAt, claimedBy };
  if (answer.statusCode === GONE) {
    // The endpoint is about to be disabled: held, and first in line when it is enabled again.
    const { to } = deliveryMachine.move(status, 'retry');
    return { ...counted, status: to, retry, dueAt: at, claimedBy: null };
  }
  const { retryAfterMs } = answer;
  const next = nextTry(retry, { at, retryAfterMs, enabledAt: stored.enabledAt, random });
  if (next.giveUp) {
    const { to } = deliveryMachine.move(status, 'giveUp');
    return { ...counted, status: to, retry, dueAt: null, claimedBy: null };
  }
  const { to } = deliveryMachine.move(status, 'retry');
  const { step, from } = next;
  return { ...counted, status: to, retry: { step, from }, dueAt: next.dueAt, claimedBy: null };
}
