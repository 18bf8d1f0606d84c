import type { Edge } from '@towpath/kernel';
import type { RowOf } from '@towpath/persistence';
import {
  deliveryMachine,
  type DeliveryCommand,
  type DeliveryState,
} from '../../recording/events/delivery.transitions.js';
import { isAcknowledged, type SentDelivery } from '../sending/delivery.js';
import type { EndpointHealth } from './endpoint-health.js';
import { nextTry } from './retry-schedule.js';
import type { webhookDeliveries } from './webhook-delivery.table.js';

type DeliveryChange = Omit<
  RowOf<typeof webhookDeliveries>,
  'resourceId' | 'sequence' | 'createdAt'
>;

/** A stored and locked delivery, with the state of its endpoint. */
export interface StoredDelivery
  extends Omit<DeliveryChange, 'lastAttemptAt' | 'lastStatusCode'>, EndpointHealth {
  readonly enabledAt: Date;
}

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
  const { customerAppId, eventId, endpointId, status, retryStep, retryFrom, enabledAt } = stored;
  const { dueAt, claimedBy } = stored;
  const succeeded = isAcknowledged(answer);
  const counted = {
    customerAppId,
    eventId,
    endpointId,
    attempts: stored.attempts + 1,
    lastAttemptAt: answer.startedAt,
    lastStatusCode: answer.statusCode,
    succeeded,
    retryStep,
    retryFrom,
  };
  const moved = (command: DeliveryCommand, nextDueAt: Date | null = null) => {
    const move = deliveryMachine.move(status, command);
    return { ...counted, move, status: move.to, dueAt: nextDueAt, claimedBy: null };
  };
  if (succeeded) return moved('succeed');
  if (claimedBy !== delivery.claim) return { ...counted, move: null, status, dueAt, claimedBy };
  // The endpoint is about to be disabled: held, and first in line when it is enabled again.
  if (answer.statusCode === GONE) return moved('retry', at);
  const { retryAfterMs } = answer;
  const position = { step: retryStep, from: retryFrom };
  const next = nextTry(position, { at, retryAfterMs, enabledAt, random });
  if (next.giveUp) return moved('giveUp');
  return { ...moved('retry', next.dueAt), retryStep: next.step, retryFrom: next.from };
}
