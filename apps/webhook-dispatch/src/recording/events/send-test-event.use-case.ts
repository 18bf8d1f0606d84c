import { Injectable } from '@nestjs/common';
import { webhookEventTypes, type WebhookEventType } from '@towpath/contracts';
import { newId, type CustomerAppId, type EventId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import {
  endpointNotFound,
  parseEndpointId,
} from '../../endpoints/webhook-endpoints/webhook-endpoint.errors.js';
import { WebhookEndpointRepository } from '../../endpoints/webhook-endpoints/ports.js';
import { RealTime } from '../../time/real-time.js';
import { endpointWebhook } from './endpoint-webhook.js';
import { RecordWebhook } from './record-webhook.use-case.js';

interface TestRequest {
  readonly endpointId: string;
  readonly eventType: WebhookEventType;
}

/** Sends an example of an event type to one endpoint, whatever it subscribes to. */
@Injectable()
export class SendTestEvent {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly recordWebhook: RecordWebhook,
    private readonly time: RealTime,
  ) {}

  execute(customerAppId: CustomerAppId, request: TestRequest): Promise<EventId> {
    const endpointId = parseEndpointId(request.endpointId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      if (!(await this.endpoints.find(tx, endpointId))) throw endpointNotFound();
      const eventId = newId<EventId>(this.time.of(tx));
      const { eventType } = request;
      const members = exampleOf(eventType);
      const webhook = endpointWebhook({
        eventType,
        customerAppId,
        endpointId,
        eventTime: tx.now.toISOString(),
        members: {
          ...members,
          ...('webhook_endpoint_id' in members ? { webhook_endpoint_id: endpointId } : {}),
        },
      });
      await this.recordWebhook.execute(tx, { eventId, webhook, only: endpointId });
      return eventId;
    });
  }
}

function exampleOf(eventType: WebhookEventType): Readonly<Record<string, unknown>> {
  return webhookEventTypes.find(({ name }) => name === eventType)?.example ?? {};
}
