import { randomInt } from 'node:crypto';

export interface BackoffLimits {
  readonly firstMs: number;
  readonly factor: number;
  readonly longestMs: number;
}

/**
 * How long to wait after the `attempt`-th failure (from 1): grows by `factor` up to `longestMs`,
 * then half of it is left to chance, so that processes that failed together come back apart.
 */
export function backoffMs(attempt: number, limits: BackoffLimits): number {
  const { firstMs, factor, longestMs } = limits;
  const full = Math.min(longestMs, firstMs * factor ** (attempt - 1));
  const half = Math.floor(full / 2);
  return half + randomInt(0, half + 1);
}
