import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { awaitedLater } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { isInfrastructureError } from '@towpath/persistence';
import { setTimeout as pause } from 'node:timers/promises';
import type { SentDelivery } from '../sending/delivery.js';
import { LEASE_MS } from './delivery-claims.service.js';
import { DeliveryOutcomesService } from '../outcomes/delivery-outcomes.service.js';

interface Entry {
  readonly sent: SentDelivery;
  readonly since: number;
  readonly settled: () => void;
}

const LARGEST_BATCH = 500;
const RETRY_MS = 250;
/**
 * Collects the answers to requests that were sent together, in ms. No receiver waits for the
 * record.
 */
const GATHER_MS = 8;
/** So many are worth a transaction at once. */
const ENOUGH = 16;

/**
 * Collects outcomes for a moment and while a batch is being written, so that batches grow with the
 * load. Without the database it keeps them until their leases end; then another worker has the
 * deliveries.
 */
@Injectable()
export class AttemptRecorder {
  private waiting: Entry[] = [];
  private writing: Promise<void> | undefined;

  constructor(
    private readonly outcomes: DeliveryOutcomesService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Resolves when the outcome is written, or can no longer be. */
  add(sent: SentDelivery): Promise<void> {
    return new Promise((settled) => {
      this.waiting.push({ sent, since: performance.now(), settled });
      this.writing ??= awaitedLater(this.writeAll().finally(() => (this.writing = undefined)));
    });
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      if (this.waiting.length < ENOUGH) await pause(GATHER_MS);
      const batch = this.waiting.splice(0, LARGEST_BATCH);
      await this.write(batch);
      for (const { settled } of batch) settled();
    }
  }

  private async write(batch: readonly Entry[]): Promise<void> {
    let left = batch;
    while (left.length > 0) {
      try {
        return await this.outcomes.record(left.map(({ sent }) => sent));
      } catch (error) {
        this.logger.warn({ error, outcomes: left.length }, 'outcomes could not be recorded');
        if (!isInfrastructureError(error)) return this.writeEach(left);
        await pause(RETRY_MS);
        left = left.filter(({ since }) => performance.now() - since < LEASE_MS);
      }
    }
  }

  /** One outcome that cannot be written must not take the others with it. */
  private async writeEach(batch: readonly Entry[]): Promise<void> {
    for (const { sent } of batch) {
      try {
        await this.outcomes.record([sent]);
      } catch (error) {
        const { eventId, endpointId } = sent.delivery;
        this.logger.error(
          { error, event_id: eventId, webhook_endpoint_id: endpointId },
          'an outcome is lost: the delivery is sent again when its lease ends',
        );
      }
    }
  }
}
