import { Injectable } from '@nestjs/common';
import type { WebhookEndpointId } from '@towpath/kernel';
import { byValues, type AppTx } from '@towpath/persistence';
import type { Recovery, RecoveryOrder } from '../domain/recovery.js';
import { webhookRecoveries } from '../webhook-recovery.table.js';

const START = byValues(`INSERT INTO webhook_recoveries
    (customer_app_id, webhook_endpoint_id, since, started_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (customer_app_id, webhook_endpoint_id) DO UPDATE
  SET since = $3, started_at = $4, finished_at = NULL, position = '', recovered_events = 0`);

/** Recoveries of endpoints, the last one of each. */
@Injectable()
export class RecoveryRepository {
  find(tx: AppTx, endpointId: WebhookEndpointId): Promise<Recovery | null> {
    return webhookRecoveries.find(tx, { endpointId });
  }

  /** Replaces the last recovery. */
  async start(
    tx: AppTx,
    endpointId: WebhookEndpointId,
    { since, at }: RecoveryOrder,
  ): Promise<Recovery> {
    const customerAppId = tx.customerApp.id;
    await tx.query(START, [customerAppId, endpointId, since, at]);
    const fresh = { recoveredEvents: 0, finishedAt: null };
    return { customerAppId, endpointId, since, startedAt: at, ...fresh };
  }
}
