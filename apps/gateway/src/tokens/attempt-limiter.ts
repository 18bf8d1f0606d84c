import { Injectable } from '@nestjs/common';
import { networkOf } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

const WINDOW_S = 60;
const LONGEST_BLOCK_S = 900;
const MEMORY_S = 86_400;

/** The caller: the given client ID, and the address of the request. */
export interface Attempt {
  readonly clientId: string;
  readonly address: string;
}

/**
 * Slows down guessing at the token endpoint. After so many failures within a minute the next
 * attempts wait, twice as long each time within a day. The tight limit applies to a client from one
 * address. The wider ones stop one address with many clients, and many addresses with one client.
 * An address at which the client succeeded within a day has only the tight limit, so that other
 * callers cannot lock the app out. Addresses count by network. Each replica counts separately; a
 * success never counts.
 */
@Injectable()
export class AttemptLimiter {
  private readonly own = new BackOff(10, pairOf);
  private readonly shared = [
    new BackOff(30, ({ address }) => networkOf(address)),
    new BackOff(100, ({ clientId }) => clientId),
  ];
  private readonly succeeded = new RateLimiterMemory({ points: 1, duration: MEMORY_S });

  /** Throws `RATE_LIMITED` while one of the limits has to be waited for. */
  async assertAllowed(attempt: Attempt): Promise<void> {
    await this.own.assertAllowed(attempt);
    if (await this.succeeded.get(pairOf(attempt))) return;
    for (const limit of this.shared) await limit.assertAllowed(attempt);
  }

  /** The secret was right: what others get wrong does not count here for a day. */
  async noteSuccess(attempt: Attempt): Promise<void> {
    await this.succeeded.set(pairOf(attempt), 1, MEMORY_S);
  }

  /** Throws `RATE_LIMITED` for failures beyond a limit, which concurrent attempts can cause. */
  async countFailure(attempt: Attempt): Promise<void> {
    const states = await Promise.all(
      [this.own, ...this.shared].map((limit) => limit.count(attempt)),
    );
    const exceeded = states.find((state) => state !== undefined);
    if (exceeded) throw limited(exceeded);
  }
}

function pairOf({ clientId, address }: Attempt): string {
  return `${clientId} ${networkOf(address)}`;
}

class BackOff {
  private readonly failures: RateLimiterMemory;
  private readonly blocks = new RateLimiterMemory({ points: 1, duration: MEMORY_S });

  constructor(
    private readonly most: number,
    private readonly keyOf: (attempt: Attempt) => string,
  ) {
    this.failures = new RateLimiterMemory({ points: most, duration: WINDOW_S });
  }

  async assertAllowed(attempt: Attempt): Promise<void> {
    const state = await this.failures.get(this.keyOf(attempt));
    if (state && state.consumedPoints > this.most) throw limited(state);
  }

  /** Counts one failure; gives the state when the limit was reached before it. */
  async count(attempt: Attempt): Promise<RateLimiterRes | undefined> {
    const key = this.keyOf(attempt);
    const state = await this.failures.penalty(key);
    if (state.consumedPoints > this.most) return state;
    if (state.consumedPoints === this.most) {
      const { consumedPoints: times } = await this.blocks.penalty(key);
      await this.failures.block(key, Math.min(WINDOW_S * 2 ** (times - 1), LONGEST_BLOCK_S));
    }
    return undefined;
  }
}

function limited(state: RateLimiterRes): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1_000));
  return new DomainError('RATE_LIMITED', 'Too many failed attempts. Wait before trying again.', {
    retryAfterSeconds,
  });
}
