import { Injectable } from '@nestjs/common';
import { newId, type CustomerAppId, type EventId, type WebhookEndpointId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { endpointWebhook } from '../../recording/events/endpoint-webhook.js';
import { RecordWebhook } from '../../recording/events/record-webhook.use-case.js';
import { RealTime } from '../../time/real-time.js';
import { expiringBefore } from '../../endpoints/webhook-endpoints/domain/held-events.js';
import { HeldEventsLookup } from './persistence/held-events.lookup.js';
import { WebhookEndpointRepository } from '../../endpoints/webhook-endpoints/ports.js';

export interface HoldingEndpoint {
  readonly customerAppId: CustomerAppId;
  readonly endpointId: WebhookEndpointId;
}

/**
 * Notifies the app before held events of a disabled endpoint are deleted, and shows this at the
 * endpoint.
 */
@Injectable()
export class TellOfExpiringEvents {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly held: HeldEventsLookup,
    private readonly recordWebhook: RecordWebhook,
    private readonly time: RealTime,
  ) {}

  execute({ customerAppId, endpointId }: HoldingEndpoint): Promise<void> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const endpoint = await this.endpoints.lock(tx, endpointId);
      if (!endpoint || endpoint.snapshot.enabled) return;
      const real = this.time.of(tx);
      const { expiryToldAt } = endpoint.snapshot;
      const held = await this.held.of(tx, {
        endpointId,
        before: expiringBefore(real),
        toldBefore: expiryToldAt && expiringBefore(expiryToldAt),
      });
      const { changed, tell } = endpoint.holds(held, real);
      if (!changed) return;
      const batch = new WriteBatch();
      this.endpoints.save(batch, endpoint);
      tx.write(batch);
      if (!tell) return;
      await this.recordWebhook.execute(tx, {
        eventId: newId<EventId>(real),
        webhook: endpointWebhook({
          eventType: 'WEBHOOK_EVENTS_EXPIRING',
          customerAppId,
          endpointId,
          eventTime: tx.now.toISOString(),
          members: {
            webhook_endpoint_id: endpointId,
            held_events: held.expiring,
            expires_at: endpoint.snapshot.heldEventsExpireAt?.toISOString(),
          },
        }),
      });
    });
  }
}
