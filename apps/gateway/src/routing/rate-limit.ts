import { DomainError } from '@towpath/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const WINDOW_S = 1;

/** Requests per second that one customer app may send to this replica. */
export class RateLimit {
  private readonly limiter: RateLimiterMemory;

  constructor(private readonly perSecond: number) {
    this.limiter = new RateLimiterMemory({ points: perSecond, duration: WINDOW_S });
  }

  /** Counts the request and sets the `RateLimit` headers. Throws `RATE_LIMITED`. */
  async count(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const customerAppId = request.caller?.customerAppId;
    if (!customerAppId) return;
    const state = await this.limiter.consume(customerAppId).catch((error: unknown) => {
      if (error instanceof RateLimiterRes) return error;
      throw error;
    });
    const remaining = Math.max(0, this.perSecond - state.consumedPoints);
    reply.header('ratelimit-policy', `"app";q=${this.perSecond};w=${WINDOW_S}`);
    reply.header('ratelimit', `"app";r=${remaining};t=${WINDOW_S}`);
    if (state.consumedPoints <= this.perSecond) return;
    throw new DomainError('RATE_LIMITED', `More than ${this.perSecond} requests in one second.`, {
      retryAfterSeconds: WINDOW_S,
    });
  }
}
