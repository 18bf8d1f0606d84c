import { plusMs } from '@towpath/kernel';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** An endpoint that has failed for so long is disabled. */
export const FAILING_LIMIT_MS = 5 * DAY;
/** From so many failures in a row the circuit is open: between pauses a single try is let through. */
export const CIRCUIT_FAILURES = 5;
const FIRST_PAUSE_MS = 5 * SECOND;
const LONGEST_PAUSE_MS = 600 * SECOND;
const LONGEST_SLOW_MS = 3_600 * SECOND;

/** Health of an endpoint, over all its deliveries and replicas. */
export interface EndpointHealth {
  readonly failingSince: Date | null;
  readonly consecutiveFailures: number;
  /** Nothing is sent before. */
  readonly pausedUntil: Date | null;
}

export const HEALTHY: EndpointHealth = {
  failingSince: null,
  consecutiveFailures: 0,
  pausedUntil: null,
};

/** One answer, or its absence, as the endpoint's health sees it. */
export interface Verdict {
  readonly succeeded: boolean;
  readonly at: Date;
  /** The receiver reports overload (429, 503). */
  readonly overloaded: boolean;
  readonly retryAfterMs?: number | undefined;
}

/**
 * Requests that were sent before the pause began add no information: a burst of failures causes one
 * wait, not many.
 */
export function healthAfter(health: EndpointHealth, verdict: Verdict): EndpointHealth {
  if (verdict.succeeded) return HEALTHY;
  const paused = health.pausedUntil !== null && health.pausedUntil > verdict.at;
  const failures = health.consecutiveFailures + (paused ? 0 : 1);
  const pauseMs = Math.max(paused ? 0 : circuitPauseMs(failures), overloadPauseMs(health, verdict));
  return {
    failingSince: health.failingSince ?? verdict.at,
    consecutiveFailures: failures,
    pausedUntil:
      pauseMs > 0 ? later(health.pausedUntil, plusMs(verdict.at, pauseMs)) : health.pausedUntil,
  };
}

/** Whether the endpoint has failed without a success for longer than is bearable. */
export function isGivenUp({ failingSince }: EndpointHealth, at: Date): boolean {
  return failingSince !== null && at.getTime() - failingSince.getTime() >= FAILING_LIMIT_MS;
}

export function isCircuitOpen({ consecutiveFailures }: EndpointHealth): boolean {
  return consecutiveFailures >= CIRCUIT_FAILURES;
}

function circuitPauseMs(failures: number): number {
  if (failures < CIRCUIT_FAILURES) return 0;
  return Math.min(
    FIRST_PAUSE_MS * 2 ** Math.min(failures - CIRCUIT_FAILURES, 10),
    LONGEST_PAUSE_MS,
  );
}

function overloadPauseMs({ consecutiveFailures }: EndpointHealth, verdict: Verdict): number {
  if (!verdict.overloaded) return 0;
  const own = FIRST_PAUSE_MS * 2 ** Math.min(consecutiveFailures, 10);
  return Math.min(verdict.retryAfterMs ?? own, LONGEST_SLOW_MS);
}

function later(known: Date | null, candidate: Date): Date {
  return known && known > candidate ? known : candidate;
}
