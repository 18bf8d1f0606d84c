import { Injectable } from '@nestjs/common';
import { newId, type Id } from '@towpath/kernel';
import { Transactions, type WorkerTx } from '@towpath/persistence';
import { DisableWebhookEndpoint } from '../notices/disable-webhook-endpoint.use-case.js';
import { RealTime } from '../../time/real-time.js';
import type { DeliveryKey, SentDelivery } from '../sending/delivery.js';
import { deliveryMachine } from '../../recording/queue/domain/delivery.transitions.js';
import { settle, type Settlement } from './settle-delivery.js';
import { EndpointHealthBook } from './endpoint-health-book.js';
import { DeliveryRecords } from './persistence/delivery-records.js';
import type { NewAttempt, StoredDelivery } from './ports.js';
import { RetryJitter } from './retry-jitter.js';

/** Writes what became of a batch of requests, then disables the endpoints that are given up. */
@Injectable()
export class RecordAttempts {
  constructor(
    private readonly transactions: Transactions,
    private readonly records: DeliveryRecords,
    private readonly disableWebhookEndpoint: DisableWebhookEndpoint,
    private readonly time: RealTime,
    private readonly jitter: RetryJitter,
  ) {}

  async execute(batch: readonly SentDelivery[]): Promise<void> {
    const keys = [...new Map(batch.map(({ delivery }) => [nameOf(delivery), delivery])).values()];
    const book = await this.transactions.asWorker(
      async (tx) => this.record(tx, batch, await this.records.lock(tx, keys)),
      { byKey: true },
    );
    for (const given of book.givenUp) await this.disableWebhookEndpoint.execute(given);
  }

  private record(
    tx: WorkerTx,
    batch: readonly SentDelivery[],
    locked: readonly StoredDelivery[],
  ): EndpointHealthBook {
    const at = this.time.of(tx);
    const stored = new Map(locked.map((delivery) => [nameOf(delivery), delivery]));
    const health = new EndpointHealthBook(at);
    const settled = new Map<string, Settlement>();
    const attempts: NewAttempt[] = [];
    for (const sent of batch) {
      const name = nameOf(sent.delivery);
      const known = stored.get(name);
      if (!known) continue;
      const settlement = settle(known, sent, { at, random: this.jitter.next() });
      if (settlement.move) tx.moved(deliveryMachine, settlement.move);
      health.note(known, sent);
      settled.set(name, settlement);
      stored.set(name, { ...known, ...settlement });
      attempts.push(attemptOf(sent, settlement));
    }
    if (attempts.length === 0) return health;
    const deliveries = [...settled.values()];
    this.records.write(tx, { deliveries, attempts, healths: health.changes });
    return health;
  }
}

function nameOf({ customerAppId, eventId, endpointId }: DeliveryKey): string {
  return `${customerAppId} ${eventId} ${endpointId}`;
}

function attemptOf({ answer }: SentDelivery, settled: Settlement): NewAttempt {
  const { customerAppId, eventId, endpointId } = settled;
  return {
    customerAppId,
    eventId,
    endpointId,
    attemptId: newId<Id<'WebhookAttempt'>>(answer.startedAt),
    attemptNumber: settled.attempts,
    succeeded: settled.succeeded,
    startedAt: answer.startedAt,
    durationMs: answer.durationMs,
    statusCode: answer.statusCode,
    responseBody: answer.responseBody,
    error: answer.error,
  };
}
