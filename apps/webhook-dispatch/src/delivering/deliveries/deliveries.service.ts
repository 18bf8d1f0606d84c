import { Injectable } from '@nestjs/common';
import type {
  ResendWebhookEventRequest,
  WebhookEventResponse,
} from '@towpath/contracts/webhook-dispatch';
import type { CustomerAppId, WebhookEndpointId } from '@towpath/kernel';
import { byValues, Transactions, type AppTx } from '@towpath/persistence';
import {
  endpointNotFound,
  parseEndpointId,
  WebhookEndpointsReads,
} from '../../endpoints/webhook-endpoints/webhook-endpoints.reads.js';
import {
  deliveryMachine,
  type DeliveryState,
} from '../../recording/events/delivery.transitions.js';
import {
  eventBody,
  parseEventId,
  WebhookEventsReads,
  type WebhookEvent,
} from '../../recording/events/webhook-events.reads.js';
import { subscribersOf } from '../../recording/events/webhook-events.service.js';
import { DeliveryDoorbell } from '../../endpoints/webhook-endpoints/delivery-doorbell.js';
import { RealTime } from '../../time/real-time.js';

const LOCK = byValues(`SELECT webhook_endpoint_id AS "endpointId", status,
    CASE WHEN claimed_by IS NOT NULL THEN due_at END AS "inFlightUntil"
  FROM webhook_deliveries
  WHERE customer_app_id = $1 AND event_id = $2 AND webhook_endpoint_id = ANY ($3)
  ORDER BY webhook_endpoint_id FOR UPDATE`);

const AGAIN = byValues(`UPDATE webhook_deliveries d
  SET status = u.status, due_at = $4, claimed_by = NULL, retry_step = 0, retry_from = NULL
  FROM unnest($3::text[], $5::text[]) AS u(webhook_endpoint_id, status)
  WHERE d.customer_app_id = $1 AND d.event_id = $2
    AND d.webhook_endpoint_id = u.webhook_endpoint_id`);

const ADD =
  byValues(`INSERT INTO webhook_deliveries (customer_app_id, event_id, webhook_endpoint_id,
    resource_id, sequence, status, due_at, created_at)
  SELECT $1, $2, recipient, $4, $5, 'PENDING', $6, $6 FROM unnest($3::text[]) AS recipient
  ON CONFLICT DO NOTHING`);

const MISSING = byValues(`SELECT count(*) AS missing FROM (
    SELECT FROM webhook_deliveries WHERE customer_app_id = $1 AND webhook_endpoint_id = $2
      AND status IN ('FAILED', 'RETRYING') AND created_at >= $3 LIMIT $4) d`);

/** What a resend of an event would do now. */
export interface Resend {
  readonly event: WebhookEventResponse;
  /** The endpoints that would get it. */
  readonly recipients: readonly WebhookEndpointId[];
}

interface LockedDelivery {
  readonly endpointId: WebhookEndpointId;
  readonly status: DeliveryState;
  /** End of the sender's lease; null if no process sends it. */
  readonly inFlightUntil: Date | null;
}

/** Commands of customer apps on deliveries. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly db: Transactions,
    private readonly events: WebhookEventsReads,
    private readonly endpoints: WebhookEndpointsReads,
    private readonly doorbell: DeliveryDoorbell,
    private readonly time: RealTime,
  ) {}

  /**
   * Sends an event again, or for the first time to an endpoint that did not exist then. Without an
   * endpoint, it goes to all that subscribe to it.
   */
  async resend(
    app: CustomerAppId,
    rawEventId: string,
    { webhook_endpoint_id: only }: ResendWebhookEventRequest,
  ): Promise<WebhookEventResponse> {
    const eventId = parseEventId(rawEventId);
    const endpointId = only === undefined ? null : parseEndpointId(only);
    return this.db.forApp(app, async (tx) => {
      const event = await this.events.find(tx, eventId);
      await this.queue(tx, event, await this.recipients(tx, event, endpointId));
      return eventBody(await this.events.find(tx, eventId));
    });
  }

  /** Without any effect. */
  previewResend(app: CustomerAppId, rawEventId: string): Promise<Resend> {
    const eventId = parseEventId(rawEventId);
    const read = async (tx: AppTx) => {
      const event = await this.events.find(tx, eventId);
      return { event: eventBody(event), recipients: await this.recipients(tx, event, null) };
    };
    return this.db.forApp(app, read, { readOnly: true });
  }

  /** Deliveries that an endpoint did not acknowledge since an instant; counted up to `limit`. */
  countMissing(
    app: CustomerAppId,
    rawEndpointId: string,
    { since, limit }: { readonly since: Date; readonly limit: number },
  ): Promise<number> {
    const endpointId = parseEndpointId(rawEndpointId);
    const read = async (tx: AppTx) => {
      const counted = [tx.customerApp.id, endpointId, since, limit];
      const [row] = await tx.query<{ missing: number }>(MISSING, counted);
      return row?.missing ?? 0;
    };
    return this.db.forApp(app, read, { readOnly: true });
  }

  /** They become due now, with the whole retry schedule before them. */
  private async queue(
    tx: AppTx,
    { eventId, resourceId, sequence }: WebhookEvent,
    wanted: readonly WebhookEndpointId[],
  ): Promise<void> {
    const { id: customerAppId, type: appType } = tx.customerApp;
    const at = this.time.of(tx);
    const known = await tx.query<LockedDelivery>(LOCK, [customerAppId, eventId, wanted]);
    const resent = known.filter(({ inFlightUntil }) => !inFlightUntil || inFlightUntil <= at);
    const moves = resent.map(({ status }) => deliveryMachine.move(status, 'resend'));
    const listed = new Set(known.map(({ endpointId }) => endpointId));
    const added = wanted.filter((endpointId) => !listed.has(endpointId));
    const records = added.map(() => deliveryMachine.move(null, 'record'));
    for (const move of [...moves, ...records]) tx.moved(deliveryMachine, move);
    if (resent.length > 0) {
      const again = resent.map(({ endpointId }) => endpointId);
      await tx.query(AGAIN, [customerAppId, eventId, again, at, moves.map(({ to }) => to)]);
    }
    if (added.length > 0) {
      await tx.query(ADD, [customerAppId, eventId, added, resourceId, sequence, at]);
    }
    const due = wanted.map((endpointId) => ({ customerAppId, endpointId, appType }));
    tx.afterCommit(() => this.doorbell.ring(due));
  }

  private async recipients(
    tx: AppTx,
    { eventType, deliveries }: WebhookEvent,
    only: WebhookEndpointId | null,
  ): Promise<WebhookEndpointId[]> {
    const subscribers = await this.endpoints.subscribers(tx);
    if (only) {
      if (!subscribers.some(({ endpointId }) => endpointId === only)) throw endpointNotFound();
      return [only];
    }
    const delivered = deliveries.map((delivery) => delivery.webhook_endpoint_id);
    return [...new Set([...delivered, ...subscribersOf(eventType, subscribers)])];
  }
}
