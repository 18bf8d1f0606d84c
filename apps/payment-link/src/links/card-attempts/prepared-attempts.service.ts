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

/**
 * What gateways prepared while payers typed their cards. This process alone knows it; what is missing
 * here is prepared after the submission.
 */
@Injectable()
export class PreparedAttemptsService {
  private readonly references = new LRUCache<PaymentAttemptId, string>({
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
    if (isLate || this.references.has(attempt.id)) return;
    this.prepare(order).catch((error: unknown) => {
      if (error instanceof GatewayUnavailable) return;
      this.logger.error({ error, attemptId: attempt.id }, 'nothing was prepared ahead');
    });
  }

  /** The gateway's ID; null if nothing was prepared. */
  referenceOf(attemptId: PaymentAttemptId): string | null {
    return this.references.get(attemptId) ?? null;
  }

  private async prepare(order: AttemptOrder): Promise<void> {
    const call = { ask: 'FIND', gatewayReference: null } as const;
    const { gateway, order: asked } = await this.requests.of(order, call);
    const { store, purpose } = asked.request;
    if (store || purpose === 'SETUP') return;
    const reference = await gateway.prepareAhead?.(asked.request);
    if (reference) this.references.set(order.attempt.id, reference);
  }
}
