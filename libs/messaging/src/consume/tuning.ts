import type { BackoffLimits } from '../backoff.js';

/** All times in milliseconds. */
export const TUNING = {
  /** A member without a heartbeat for so long loses its partitions. */
  sessionTimeoutMs: 10_000,
  heartbeatMs: 2_000,
  /** Longest wait of the group for members that finish their message. */
  rebalanceTimeoutMs: 30_000,
  /** Longest wait of one fetch for a message, and so of a quiet member that is to leave the group. */
  fetchWaitMs: 2_000,
  /** Time between an answer with messages and the next fetch, see `leaveGaps`. */
  fetchGapMs: 0,
  /** Partitions worked on side by side; each takes a database connection. */
  concurrency: 4,
  /** Offsets of committed effects are committed at least so often. */
  commitIntervalMs: 1_000,
  /** Wait after a message's first failed try, and while database or broker is away. */
  retryFirstMs: undefined as number | undefined,
  /** Interval between polls for parked messages while some wait for another try. */
  replayPollMs: 1_000,
  /** And while none does: an operator's replay begins within it. */
  replayRestMs: 5_000,
  /** After so long without a heartbeat the consumer is replaced. */
  silenceMs: 60_000,
};

export type ConsumerTuning = Readonly<typeof TUNING>;

/**
 * Tries in its place, while the partition waits: enough for a conflict or an event of another topic
 * that is a moment late.
 */
export const TRIES_IN_PLACE = 2;
/**
 * Number of all tries, including those of the replayer; afterwards the message needs an operator.
 */
export const MAX_TRIES = 5;

interface Waits {
  /** Between two tries: about 6 s in all. */
  readonly retry: BackoffLimits;
  /** While the database or the broker is away. */
  readonly wait: BackoffLimits;
}

export function waitsOf({ retryFirstMs: firstMs }: Pick<ConsumerTuning, 'retryFirstMs'>): Waits {
  return {
    retry: { firstMs: firstMs ?? 150, factor: 3, longestMs: 5_000 },
    wait: { firstMs: firstMs ?? 250, factor: 2, longestMs: 10_000 },
  };
}
