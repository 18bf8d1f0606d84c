import { Injectable } from '@nestjs/common';
import type { WebhookEndpointId } from '@towpath/kernel';
import { byValues, type AppTx } from '@towpath/persistence';
import type { HeldEvents } from '../../../endpoints/webhook-endpoints/domain/held-events.js';

/** By the age of the event, like retention: a delivery may be younger if it was requested later. */
const HELD = byValues(`SELECT min(m.created_at) AS oldest, count(*) AS expiring,
    count(*) FILTER (WHERE $4::timestamptz IS NULL OR m.created_at >= $4) AS untold
  FROM webhook_deliveries d JOIN webhook_messages m USING (customer_app_id, event_id)
  WHERE d.customer_app_id = $1 AND d.webhook_endpoint_id = $2
    AND d.status IN ('PENDING', 'RETRYING') AND m.created_at < $3`);

interface HeldQuestion {
  readonly endpointId: WebhookEndpointId;
  /** Only events recorded before this instant count. */
  readonly before: Date;
  /** Events before this instant were reported; null if none were. */
  readonly toldBefore: Date | null;
}

@Injectable()
export class HeldEventsLookup {
  /** The events that wait for the endpoint to be enabled. */
  async of(tx: AppTx, { endpointId, before, toldBefore }: HeldQuestion): Promise<HeldEvents> {
    const [row] = await tx.query<HeldEvents>(HELD, [
      tx.customerApp.id,
      endpointId,
      before,
      toldBefore,
    ]);
    return row ?? { oldest: null, expiring: 0, untold: 0 };
  }
}
