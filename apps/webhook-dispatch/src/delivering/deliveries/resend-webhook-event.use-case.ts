import { Injectable } from '@nestjs/common';
import { covers } from '@towpath/contracts';
import type { CustomerAppId, EventId, WebhookEndpointId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import {
  endpointNotFound,
  parseEndpointId,
} from '../../endpoints/webhook-endpoints/webhook-endpoint.errors.js';
import type { Subscriber, WebhookEvent } from '../../recording/events/ports.js';
import { WebhookEventFeed } from '../../recording/events/ports.js';
import { eventNotFound, parseEventId } from '../../recording/events/webhook-event.errors.js';
import { RealTime } from '../../time/real-time.js';
import { DeliveryDoorbell } from '../../recording/queue/delivery-doorbell.js';
import { deliveryMachine } from '../../recording/queue/domain/delivery.transitions.js';
import { DeliveryQueue } from './persistence/delivery-queue.js';
import type { ResentDelivery } from './ports.js';

interface ResendRequest {
  readonly eventId: string;
  /** One endpoint; null for all that subscribe to the event. */
  readonly endpointId: string | null;
}

/** Sends an event again, or for the first time to an endpoint that did not exist then. */
@Injectable()
export class ResendWebhookEvent {
  constructor(
    private readonly transactions: Transactions,
    private readonly feed: WebhookEventFeed,
    private readonly queue: DeliveryQueue,
    private readonly doorbell: DeliveryDoorbell,
    private readonly time: RealTime,
  ) {}

  async execute(customerAppId: CustomerAppId, request: ResendRequest): Promise<WebhookEvent> {
    const eventId = parseEventId(request.eventId);
    const only = request.endpointId === null ? null : parseEndpointId(request.endpointId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const event = await this.eventOf(tx, eventId);
      const wanted = recipients(event, only, await this.queue.subscribers(tx));
      await this.resend(tx, event, wanted);
      return this.eventOf(tx, eventId);
    });
  }

  private async resend(
    tx: AppTx,
    event: WebhookEvent,
    wanted: readonly WebhookEndpointId[],
  ): Promise<void> {
    const at = this.time.of(tx);
    const known = await this.queue.lockOf(tx, event.eventId, wanted);
    const resent = known.filter(({ inFlightUntil }) => !inFlightUntil || inFlightUntil <= at);
    const changes: ResentDelivery[] = resent.map(({ endpointId, status }) => {
      const move = deliveryMachine.move(status, 'resend');
      tx.moved(deliveryMachine, move);
      return { endpointId, status: move.to };
    });
    const listed = new Set(known.map(({ endpointId }) => endpointId));
    const added = wanted.filter((endpointId) => !listed.has(endpointId));
    added.forEach(() => tx.moved(deliveryMachine, deliveryMachine.move(null, 'record')));
    await this.queue.resend(tx, { event, changes, added, at });
    const { id: customerAppId, type: appType } = tx.customerApp;
    const due = wanted.map((endpointId) => ({ customerAppId, endpointId, appType }));
    tx.afterCommit(() => this.doorbell.ring(due));
  }

  private async eventOf(tx: AppTx, eventId: EventId): Promise<WebhookEvent> {
    const event = await this.feed.find(tx, eventId);
    if (!event) throw eventNotFound();
    return event;
  }
}

function recipients(
  { eventType, deliveries }: WebhookEvent,
  only: WebhookEndpointId | null,
  subscribers: readonly Subscriber[],
): WebhookEndpointId[] {
  if (only) {
    if (!subscribers.some(({ endpointId }) => endpointId === only)) throw endpointNotFound();
    return [only];
  }
  const subscribed = subscribers.filter(({ eventTypes }) =>
    eventTypes.some((pattern) => covers({ pattern, eventType })),
  );
  const wanted = [...deliveries, ...subscribed].map(({ endpointId }) => endpointId);
  return [...new Set(wanted)];
}
