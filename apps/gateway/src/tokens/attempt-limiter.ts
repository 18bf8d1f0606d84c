import { Injectable } from '@nestjs/common';
import { DomainError } from '@towpath/kernel';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

const FAILURES = 10;
const WINDOW_S = 60;
const LONGEST_BLOCK_S = 900;

/**
 * Slows down guessing at the token endpoint: after ten failures within a minute the client or the
 * address waits, twice as long each time. Kept per replica; success is never counted.
 */
@Injectable()
export class AttemptLimiter {
  private readonly failures = new RateLimiterMemory({ points: FAILURES, duration: WINDOW_S });
  private readonly blocks = new RateLimiterMemory({ points: 1_000, duration: LONGEST_BLOCK_S });

  /** Throws `RATE_LIMITED` while one of the keys has to wait. */
  async assertAllowed(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const state = await this.failures.get(key);
      if (state && state.consumedPoints > FAILURES) throw limited(state);
    }
  }

  async countFailure(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const state = await this.failures.penalty(key);
      if (state.consumedPoints !== FAILURES + 1) continue;
      const { consumedPoints: times } = await this.blocks.penalty(key);
      await this.failures.block(key, Math.min(WINDOW_S * 2 ** (times - 1), LONGEST_BLOCK_S));
    }
  }
}

function limited(state: RateLimiterRes): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1_000));
  return new DomainError('RATE_LIMITED', 'Too many failed attempts. Wait before trying again.', {
    retryAfterSeconds,
  });
}
