import { type Edge, plusMs } from '@towpath/kernel';
import type { RowOf } from '@towpath/persistence';
import {
  deliveryMachine,
  type DeliveryCommand,
  type DeliveryState,
} from '../../recording/events/delivery.transitions.js';
import { isAcknowledged, type SentDelivery } from '../sending/delivery.js';
import type { EndpointHealth } from './endpoint-health.js';
import type { webhookDeliveries } from '../deliveries/webhook-delivery.table.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits between tries, in ms; the last one repeats until the window ends. */
const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  12 * HOUR,
];

/** Time in ms for which a delivery is retried. */
export const RETRY_WINDOW_MS = 72 * HOUR;

/**
 * Largest random extension of a wait, as a part of it: receivers that failed together are retried
 * apart.
 */
const JITTER = 0.1;

/** The retry state of a delivery. */
export interface RetryPosition {
  readonly step: number;
  /** Since when it is retried; null before its first failure. */
  readonly from: Date | null;
}

interface FailedTry {
  /** Real time at which the failure is recorded. */
  readonly at: Date;
  /** The receiver's requested wait in ms from `at`; absent if it requested none. */
  readonly retryAfterMs?: number | undefined;
  /** When the endpoint was last enabled: a failure from before does not count against it. */
  readonly enabledAt: Date;
  /** From 0 to 1. */
  readonly random: number;
}

/** The next try, or `giveUp` when it would lie behind the window. */
type NextTry =
  (RetryPosition & { readonly giveUp: false; readonly dueAt: Date }) | { readonly giveUp: true };

/** A time that the receiver names is kept exactly and does not use up a step of the schedule. */
export function nextTry(position: RetryPosition, failed: FailedTry): NextTry {
  const { at, retryAfterMs, enabledAt, random } = failed;
  const stale = position.from === null || position.from < enabledAt;
  const { step, from } = stale
    ? { step: 0, from: at }
    : { step: position.step, from: position.from };
  const asked = retryAfterMs !== undefined && retryAfterMs > 0;
  const dueAt = plusMs(at, asked ? retryAfterMs : jittered(delayOf(step), { random }));
  const windowEnd = plusMs(from ?? at, RETRY_WINDOW_MS);
  if (dueAt > windowEnd && !stale) return { giveUp: true };
  // The first failure always leads to a retry, however late the receiver wants it, up to the window.
  const kept = dueAt > windowEnd ? windowEnd : dueAt;
  return { giveUp: false, step: asked ? step : step + 1, from, dueAt: kept };
}

function delayOf(step: number): number {
  return RETRY_DELAYS_MS[Math.min(step, RETRY_DELAYS_MS.length - 1)] ?? 0;
}

function jittered(delayMs: number, { random }: Pick<FailedTry, 'random'>): number {
  return Math.round(delayMs * (1 + JITTER * random));
}

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
