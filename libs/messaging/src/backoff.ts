import { randomInt } from 'node:crypto';

export interface BackoffLimits {
  readonly firstMs: number;
  readonly factor: number;
  readonly longestMs: number;
}

/**
 * The wait in ms after failure number `attempt` (from 1). It grows by `factor` up to `longestMs`;
 * half of it is random, so that processes that failed together do not retry together.
 */
export function backoffMs(attempt: number, limits: BackoffLimits): number {
  const { firstMs, factor, longestMs } = limits;
  const full = Math.min(longestMs, firstMs * factor ** (attempt - 1));
  const half = Math.floor(full / 2);
  return half + randomInt(0, half + 1);
}
