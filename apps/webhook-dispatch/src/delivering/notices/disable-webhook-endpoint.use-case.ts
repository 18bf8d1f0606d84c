import { Injectable } from '@nestjs/common';
import { newId, type CustomerAppId, type EventId, type WebhookEndpointId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { endpointWebhook } from '../../recording/events/endpoint-webhook.js';
import { RecordWebhook } from '../../recording/events/record-webhook.use-case.js';
import { RealTime } from '../../time/real-time.js';
import { WebhookEndpointRepository } from '../../endpoints/webhook-endpoints/ports.js';

export interface DisableRequest {
  readonly customerAppId: CustomerAppId;
  readonly endpointId: WebhookEndpointId;
  /** One sentence for the customer app. */
  readonly reason: string;
}

/** Disables a failing endpoint: its events are held, and the app's other endpoints are notified. */
@Injectable()
export class DisableWebhookEndpoint {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly recordWebhook: RecordWebhook,
    private readonly time: RealTime,
  ) {}

  execute({ customerAppId, endpointId, reason }: DisableRequest): Promise<void> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const endpoint = await this.endpoints.lock(tx, endpointId);
      if (!endpoint?.disable(reason, tx.now)) return;
      const batch = new WriteBatch();
      this.endpoints.save(batch, endpoint);
      tx.write(batch);
      await this.recordWebhook.execute(tx, {
        eventId: newId<EventId>(this.time.of(tx)),
        webhook: endpointWebhook({
          eventType: 'WEBHOOK_ENDPOINT_DISABLED',
          customerAppId,
          endpointId,
          eventTime: tx.now.toISOString(),
          members: { webhook_endpoint_id: endpointId, reason },
        }),
      });
    });
  }
}
