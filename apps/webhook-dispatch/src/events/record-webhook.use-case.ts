import { Injectable } from '@nestjs/common';
import { covers, type PublicWebhook } from '@towpath/contracts';
import type { EventId, WebhookEndpointId } from '@towpath/kernel';
import { currentTraceparent, requestContext } from '@towpath/observability';
import type { AppTx } from '@towpath/persistence';
import { DeliveryDoorbell } from '../deliveries/delivery-doorbell.js';
import { deliveryMachine } from '../deliveries/domain/delivery.transitions.js';
import { RealTime } from '../time/real-time.js';
import { WebhookMessageRepository, type Subscriber } from './ports.js';

export interface NewWebhook {
  readonly eventId: EventId;
  readonly webhook: PublicWebhook;
  /** Sent to this endpoint alone, whatever it subscribes to. */
  readonly only?: WebhookEndpointId;
}

/**
 * Stores what a customer app is told, once and as the bytes that every endpoint gets, with one
 * delivery per endpoint that wants it. The sequence counts before anybody's subscription is looked
 * at, so a receiver of everything can tell that nothing is missing.
 */
@Injectable()
export class RecordWebhook {
  static readonly errors = [] as const;

  constructor(
    private readonly messages: WebhookMessageRepository,
    private readonly doorbell: DeliveryDoorbell,
    private readonly time: RealTime,
  ) {}

  async execute(tx: AppTx, { eventId, webhook, only }: NewWebhook): Promise<void> {
    const at = this.time.of(tx);
    const { sequence, subscribers } = await this.messages.next(tx, webhook.resource, { at });
    const recipients = only ? [only] : recipientsOf(webhook.eventType, subscribers);
    const { eventType, resource, eventTime, body } = webhook;
    const message = {
      eventId,
      eventType,
      resource,
      sequence,
      eventTime,
      body: Buffer.from(JSON.stringify({ ...body, event_id: eventId, sequence }), 'utf8'),
      requestId: requestContext.current()?.requestId ?? eventId,
      traceparent: currentTraceparent() ?? null,
      recipients,
    };
    await this.messages.add(tx, message, { at });
    if (recipients.length === 0) return;
    recipients.forEach(() => tx.moved(deliveryMachine, deliveryMachine.move(null, 'record')));
    const { id: customerAppId, type: appType } = tx.customerApp;
    const due = recipients.map((endpointId) => ({ customerAppId, endpointId, appType }));
    tx.afterCommit(() => this.doorbell.ring(due));
  }
}

function recipientsOf(
  eventType: PublicWebhook['eventType'],
  subscribers: readonly Subscriber[],
): WebhookEndpointId[] {
  return subscribers
    .filter(({ eventTypes }) => eventTypes.some((pattern) => covers({ pattern, eventType })))
    .map(({ endpointId }) => endpointId);
}
