import { Injectable } from '@nestjs/common';
import type { CustomerAppId, WebhookEndpointId } from '@towpath/kernel';
import { byValues, Transactions } from '@towpath/persistence';
import {
  expiringBefore,
  type HeldEvents,
} from '../../endpoints/webhook-endpoints/webhook-endpoint.js';
import { WebhookEndpointsReads } from '../../endpoints/webhook-endpoints/webhook-endpoints.reads.js';
import { WebhookEndpointsService } from '../../endpoints/webhook-endpoints/webhook-endpoints.service.js';
import { WebhookEventsService } from '../../recording/events/webhook-events.service.js';
import { RealTime } from '../../time/real-time.js';

/** By the age of the event, like retention: a delivery may be younger if it was requested later. */
const HELD = byValues(`SELECT min(m.created_at) AS oldest, count(*) AS expiring,
    count(*) FILTER (WHERE $4::timestamptz IS NULL OR m.created_at >= $4) AS unreported
  FROM webhook_deliveries d JOIN webhook_messages m USING (customer_app_id, event_id)
  WHERE d.customer_app_id = $1 AND d.webhook_endpoint_id = $2
    AND d.status IN ('PENDING', 'RETRYING') AND m.created_at < $3`);

const PAGE = 100;
const DISABLED =
  byValues(`SELECT customer_app_id AS "customerAppId", webhook_endpoint_id AS "endpointId"
  FROM webhook_endpoints WHERE NOT enabled AND deleted_at IS NULL AND webhook_endpoint_id > $1
  ORDER BY webhook_endpoint_id LIMIT ${PAGE}`);

interface EndpointOfApp {
  readonly customerAppId: CustomerAppId;
  readonly endpointId: WebhookEndpointId;
}

export interface DisableRequest extends EndpointOfApp {
  /** One sentence for the customer app. */
  readonly reason: string;
}

/** Notices to a customer app about its endpoints. */
@Injectable()
export class EndpointNoticesService {
  constructor(
    private readonly db: Transactions,
    private readonly endpoints: WebhookEndpointsService,
    private readonly reads: WebhookEndpointsReads,
    private readonly events: WebhookEventsService,
    private readonly time: RealTime,
  ) {}

  /** Disables a failing endpoint: its events are held, and the app's other endpoints are notified. */
  disable({ customerAppId, endpointId, reason }: DisableRequest): Promise<void> {
    return this.db.forApp(customerAppId, async (tx) => {
      const endpoint = await this.reads.lock(tx, endpointId);
      if (!endpoint?.disable(reason, tx.now)) return;
      this.endpoints.save(tx, endpoint);
      const members = { webhook_endpoint_id: endpointId, reason };
      const eventType = 'WEBHOOK_ENDPOINT_DISABLED';
      await this.events.recordOwn(tx, { eventType, endpointId, members });
    });
  }

  /**
   * Notifies the apps before held events of disabled endpoints are deleted, and shows this at the
   * endpoints. Returns the number of disabled endpoints.
   */
  async reportExpiringEvents(): Promise<number> {
    let seen = 0;
    for (let after = ''; ;) {
      const page = await this.db.asWorker((tx) => tx.query<EndpointOfApp>(DISABLED, [after]));
      for (const endpoint of page) await this.reportExpiringAt(endpoint);
      seen += page.length;
      const last = page.at(-1);
      if (!last || page.length < PAGE) return seen;
      after = last.endpointId;
    }
  }

  private reportExpiringAt({ customerAppId, endpointId }: EndpointOfApp): Promise<void> {
    return this.db.forApp(customerAppId, async (tx) => {
      const endpoint = await this.reads.lock(tx, endpointId);
      if (!endpoint || endpoint.snapshot.enabled) return;
      const real = this.time.of(tx);
      const { expiryNoticeAt } = endpoint.snapshot;
      const reportedBefore = expiryNoticeAt && expiringBefore(expiryNoticeAt);
      const [held = { oldest: null, expiring: 0, unreported: 0 }] = await tx.query<HeldEvents>(
        HELD,
        [customerAppId, endpointId, expiringBefore(real), reportedBefore],
      );
      const { changed, notify } = endpoint.holds(held, real);
      if (!changed) return;
      this.endpoints.save(tx, endpoint);
      if (!notify) return;
      const members = {
        webhook_endpoint_id: endpointId,
        held_events: held.expiring,
        expires_at: endpoint.snapshot.heldEventsExpireAt?.toISOString(),
      };
      const eventType = 'WEBHOOK_EVENTS_EXPIRING';
      await this.events.recordOwn(tx, { eventType, endpointId, members });
    });
  }
}
