import { networkOf } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { clientAddress } from './client-address.js';

const WINDOW_S = 1;

interface RateLimits {
  /** Requests per second of one customer app. */
  readonly perApp: number;
  /** Requests per second of one address to operations that take no token. */
  readonly perAddress: number;
}

/** Limits the requests of one customer app, and of one address without a token, to this replica. */
export class RateLimit {
  private readonly apps: Budget;
  private readonly addresses: Budget;

  constructor({ perApp, perAddress }: RateLimits) {
    this.apps = new Budget('app', perApp);
    this.addresses = new Budget('address', perAddress);
  }

  /** Counts the request and sets the `RateLimit` headers. Throws `RATE_LIMITED`. */
  async count(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const customerAppId = request.caller?.customerAppId;
    if (customerAppId) return this.apps.spend(customerAppId, reply);
    if (request.routeOptions.config.access?.operation?.kinds !== 'public') return;
    await this.addresses.spend(networkOf(clientAddress(request)), reply);
  }
}

class Budget {
  private readonly limiter: RateLimiterMemory;

  constructor(
    private readonly name: string,
    private readonly perSecond: number,
  ) {
    this.limiter = new RateLimiterMemory({ points: perSecond, duration: WINDOW_S });
  }

  async spend(key: string, reply: FastifyReply): Promise<void> {
    const { name, perSecond } = this;
    const state = await this.limiter.consume(key).catch((error: unknown) => {
      if (error instanceof RateLimiterRes) return error;
      throw error;
    });
    const remaining = Math.max(0, perSecond - state.consumedPoints);
    reply.header('ratelimit-policy', `"${name}";q=${perSecond};w=${WINDOW_S}`);
    reply.header('ratelimit', `"${name}";r=${remaining};t=${WINDOW_S}`);
    if (state.consumedPoints <= perSecond) return;
    throw new DomainError('RATE_LIMITED', `More than ${perSecond} requests in one second.`, {
      retryAfterSeconds: WINDOW_S,
    });
  }
}
