import { plusMs } from '@towpath/kernel';

/**
 * Used capacity of an endpoint with a rate limit: the instant until which its requests are counted.
 */
interface RateUse {
  readonly limitPerSecond: number | null;
  readonly usedUntil: Date | null;
}

interface RateGrant {
  readonly granted: number;
  readonly usedUntil: Date | null;
  /** Time in ms until one more is allowed; 0 when nothing was refused. */
  readonly waitMs: number;
}

const BURST_PART = 0.1;

/**
 * Number of the `wanted` requests that may be sent at `at`. A tenth of the limit may be sent at
 * once, and the rest is spread over time. No period of a second therefore has more requests than
 * the limit.
 */
export function grantRate(use: RateUse, at: Date, wanted: number): RateGrant {
  const { limitPerSecond: limit, usedUntil } = use;
  if (limit === null) return { granted: wanted, usedUntil, waitMs: 0 };
  const burst = Math.max(1, Math.floor(limit * BURST_PART));
  const intervalMs = 1_000 / (limit - burst + 1);
  const debtMs = Math.max(0, (usedUntil?.getTime() ?? 0) - at.getTime());
  const free = Math.max(0, Math.floor((burst * intervalMs - debtMs) / intervalMs + 1e-9));
  const granted = Math.min(wanted, free);
  const owed = Math.ceil(debtMs + granted * intervalMs);
  const waitMs = granted < wanted ? Math.ceil(Math.max(1, owed - (burst - 1) * intervalMs)) : 0;
  return { granted, usedUntil: plusMs(at, owed), waitMs };
}
