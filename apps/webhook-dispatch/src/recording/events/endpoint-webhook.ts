import type { PublicWebhook, WebhookEventType } from '@towpath/contracts';
import type { CustomerAppId, WebhookEndpointId } from '@towpath/kernel';

interface EndpointNews {
  readonly eventType: WebhookEventType;
  readonly customerAppId: CustomerAppId;
  readonly endpointId: WebhookEndpointId;
  /** ISO 8601, on the customer app's clock. */
  readonly eventTime: string;
  readonly members: Readonly<Record<string, unknown>>;
}

/** A webhook of this service itself, counted among the events of an endpoint. */
export function endpointWebhook(news: EndpointNews): PublicWebhook {
  const { eventType, customerAppId, endpointId, eventTime, members } = news;
  return {
    eventType,
    resource: { kind: 'webhook_endpoint', id: endpointId },
    customerAppId,
    eventTime,
    body: {
      ...members,
      event_type: eventType,
      event_time: eventTime,
      customer_app_id: customerAppId,
    },
  };
}
