import { Injectable } from '@nestjs/common';
import { covers, type PublicWebhook } from '@towpath/contracts';
import type { EventId, WebhookEndpointId } from '@towpath/kernel';
import { currentTraceparent, requestContext } from '@towpath/observability';
import type { AppTx } from '@towpath/persistence';
import { DeliveryDoorbell } from '../queue/delivery-doorbell.js';
import { deliveryMachine } from '../queue/domain/delivery.transitions.js';
import { RealTime } from '../../time/real-time.js';
import { WebhookMessageRepository } from './persistence/webhook-message.repository.js';
import type { NewMessage, Subscriber } from './ports.js';

interface NewWebhook {
  readonly eventId: EventId;
  readonly webhook: PublicWebhook;
  /** Only to this endpoint, whatever its subscriptions. */
  readonly only?: WebhookEndpointId;
  /** The cause; by default the present request or message. */
  readonly origin?: WebhookOrigin;
}

interface WebhookOrigin {
  readonly requestId: string;
  readonly traceparent: string | null;
}

/**
 * Stores a webhook once, as the bytes that every endpoint receives, with one delivery per
 * subscribed endpoint. The sequence does not depend on subscriptions, so a receiver of all events
 * can prove that none is missing.
 */
@Injectable()
export class RecordWebhook {
  constructor(
    private readonly messages: WebhookMessageRepository,
    private readonly doorbell: DeliveryDoorbell,
    private readonly time: RealTime,
  ) {}

  execute(tx: AppTx, webhook: NewWebhook): Promise<void> {
    return this.executeAll(tx, [webhook]);
  }

  /** Several at once, in their order: two statements, however many there are. */
  async executeAll(tx: AppTx, all: readonly NewWebhook[]): Promise<void> {
    if (all.length === 0) return;
    await tx.begun;
    const at = this.time.of(tx);
    const resources = all.map(({ webhook }) => webhook.resource);
    const { sequences, subscribers } = await this.messages.next(tx, resources, { at });
    const messages = all.map((each, index) =>
      messageOf(each, { sequence: sequences[index] ?? 0, subscribers }),
    );
    this.messages.add(tx, messages, { at });
    this.announce(tx, messages);
  }

  private announce(tx: AppTx, messages: readonly NewMessage[]): void {
    const recipients = messages.flatMap((message) => message.recipients);
    if (recipients.length === 0) return;
    recipients.forEach(() => tx.moved(deliveryMachine, deliveryMachine.move(null, 'record')));
    const { id: customerAppId, type: appType } = tx.customerApp;
    const due = [...new Set(recipients)].map((endpointId) => {
      return { customerAppId, endpointId, appType };
    });
    tx.afterCommit(() => this.doorbell.ring(due));
  }
}

function messageOf(
  { eventId, webhook, only, origin = currentOrigin(eventId) }: NewWebhook,
  counted: { readonly sequence: number; readonly subscribers: readonly Subscriber[] },
): NewMessage {
  const { eventType, resource, eventTime, body } = webhook;
  const { sequence, subscribers } = counted;
  return {
    eventId,
    eventType,
    resource,
    sequence,
    eventTime,
    body: Buffer.from(JSON.stringify({ ...body, event_id: eventId, sequence }), 'utf8'),
    ...origin,
    recipients: only ? [only] : recipientsOf(eventType, subscribers),
  };
}

function currentOrigin(eventId: EventId): WebhookOrigin {
  return {
    requestId: requestContext.current()?.requestId ?? eventId,
    traceparent: currentTraceparent() ?? null,
  };
}

function recipientsOf(
  eventType: PublicWebhook['eventType'],
  subscribers: readonly Subscriber[],
): WebhookEndpointId[] {
  return subscribers
    .filter(({ eventTypes }) => eventTypes.some((pattern) => covers({ pattern, eventType })))
    .map(({ endpointId }) => endpointId);
}
