import { plusMs } from '@towpath/kernel';

/** Most concurrent requests to one endpoint. */
export const LARGEST_WINDOW = 64;
const FIRST_WINDOW = 4;
/** An answer that takes longer does not widen the window. */
const PROMPT_MS = 1_000;
/** An answer that takes longer narrows it, although it is a success. */
const SLUGGISH_MS = 3_000;

/**
 * Most concurrent requests of one endpoint. It grows with every prompt success and halves with
 * every failure, so an endpoint that does not answer soon occupies one slot instead of all.
 */
export class WindowSize {
  private size = FIRST_WINDOW;
  /** Until it has answered once, an endpoint is not trusted with more. */
  private struggling = true;

  get limit(): number {
    return Math.max(1, Math.floor(this.size));
  }

  /** The last answer was late or none: its slots come out of a smaller budget. */
  get isSlow(): boolean {
    return this.struggling;
  }

  answered({
    succeeded,
    durationMs,
  }: {
    readonly succeeded: boolean;
    readonly durationMs: number;
  }) {
    this.struggling = !succeeded || durationMs > PROMPT_MS;
    if (!succeeded || durationMs > SLUGGISH_MS) this.size = Math.max(1, this.size / 2);
    else if (durationMs <= PROMPT_MS) this.size = Math.min(LARGEST_WINDOW, this.size + 1);
  }
}

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
