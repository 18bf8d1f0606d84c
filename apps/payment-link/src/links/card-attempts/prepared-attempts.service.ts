import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import type { PaymentAttemptId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { LRUCache } from 'lru-cache';
import { GatewayUnavailable } from '../../cards/card-gateways/ports.js';
import { MAX_CARD_ATTEMPTS } from '../payment-attempts/attempt-limits.js';
import { CardRequestsReads, type AttemptOrder } from './card-requests.reads.js';

/** Of a session of the page. */
const LIFETIME_MS = 30 * 60_000;
const SIZE = 10_000;
/** Longest wait in ms for what a payer who is faster than the gateway submits. */
const WAIT_MS = 2_000;

/**
 * What gateways prepare while payers type their cards. This process alone knows it; what is missing
 * here is prepared after the submission.
 */
@Injectable()
export class PreparedAttemptsService {
  private readonly begun = new LRUCache<PaymentAttemptId, Promise<string | null>>({
    max: SIZE,
    ttl: LIFETIME_MS,
  });

  constructor(
    private readonly requests: CardRequestsReads,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Nobody waits for it. A payer who chooses again and again makes the gateway prepare no more. */
  begin(order: AttemptOrder): void {
    const { link, attempt } = order;
    if (!this.requests.gatewayOf(link, attempt).prepareAhead) return;
    const isLate = attempt.status !== 'SELECTED' || attempt.snapshot.ordinal > MAX_CARD_ATTEMPTS;
    if (isLate || this.begun.has(attempt.id)) return;
    const prepared = this.prepare(order).catch((error: unknown) => {
      this.begun.delete(attempt.id);
      if (!(error instanceof GatewayUnavailable))
        this.logger.error({ error, attemptId: attempt.id }, 'nothing was prepared ahead');
      return null;
    });
    this.begun.set(attempt.id, prepared);
  }

  /** The gateway's ID; null if nothing was prepared here, or not in time. */
  async referenceOf(attemptId: PaymentAttemptId): Promise<string | null> {
    const prepared = this.begun.get(attemptId);
    if (!prepared) return null;
    const end = new AbortController();
    const late = pause(WAIT_MS, null, { signal: end.signal });
    return Promise.race([prepared, late]).finally(() => end.abort());
  }

  private async prepare(order: AttemptOrder): Promise<string | null> {
    const call = { ask: 'FIND', gatewayReference: null } as const;
    const { gateway, order: asked } = await this.requests.of(order, call);
    const { store, purpose } = asked.request;
    if (store || purpose === 'SETUP') return null;
    return (await gateway.prepareAhead?.(asked.request)) ?? null;
  }
}
