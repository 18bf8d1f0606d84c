import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { byKey, byValues, type AppTx, type WorkerTx, type WriteBatch } from '@towpath/persistence';
import { Dispute } from '../../disputes/dispute.js';
import { disputes } from '../../disputes/dispute.table.js';
import { notifications } from '../notification.table.js';
import type { NewNotification, NotificationKey, Settlement, StoredNotification } from '../ports.js';

interface LockedRow {
  readonly sealed_body: Buffer;
  readonly tries: number;
  readonly is_settled: boolean;
  readonly dispute: unknown;
}

const LOCK = byKey(`SELECT n.sealed_body, n.tries, n.settled_at IS NOT NULL AS is_settled,
    CASE WHEN d.dispute_id IS NOT NULL THEN to_jsonb(d) END AS dispute
  FROM processor_notifications n LEFT JOIN disputes d
    ON d.customer_app_id = n.customer_app_id AND d.integration_id = n.integration_id
      AND d.processor_reference = n.processor_reference
  WHERE n.customer_app_id = $1 AND n.integration_id = $2 AND n.event_id = $3
  FOR UPDATE OF n`);

@Injectable()
export class NotificationRepository {
  /** Leaves a second for the first try, which follows at once if there is capacity. */
  async add(tx: WorkerTx, notification: NewNotification): Promise<boolean> {
    const { processorReference, waitsFor } = notification;
    const rows = await tx.query(
      byKey(`INSERT INTO processor_notifications (customer_app_id, integration_id, event_id,
         processor_reference, sealed_body, received_at, tries, try_at, waits_for)
       VALUES ($1, $2, $3, $4, $5, $6, 0,
         CASE WHEN $7::text IS NULL THEN $6::timestamptz + interval '1 second' END, $7)
       ON CONFLICT DO NOTHING RETURNING 1 AS added`),
      [
        ...valuesOf(notification),
        processorReference,
        notification.sealedBody,
        notification.receivedAt,
        waitsFor,
      ],
    );
    return rows.length === 1;
  }

  async lock(tx: AppTx, key: NotificationKey): Promise<StoredNotification | null> {
    const [row] = await tx.query<LockedRow>(LOCK, valuesOf(key));
    return row ? storedFrom(row) : null;
  }

  settle(batch: WriteBatch, key: NotificationKey, { outcome, at }: Settlement): void {
    const { customerAppId, integrationId, eventId } = key;
    const where = { customerAppId, integrationId, eventId };
    notifications.change(batch, where, { outcome, settledAt: at, tryAt: null, waitsFor: null });
  }

  /** @param afterMs real time until the next try; null when only a person can help */
  async postpone(
    tx: WorkerTx,
    key: NotificationKey,
    { waitsFor, afterMs }: { readonly waitsFor: string; readonly afterMs: number | null },
  ): Promise<void> {
    await tx.query(
      byKey(`UPDATE processor_notifications SET tries = tries + 1, waits_for = $4,
         try_at = now() + $5::bigint * interval '1 millisecond'
       WHERE customer_app_id = $1 AND integration_id = $2 AND event_id = $3
         AND settled_at IS NULL`),
      [...valuesOf(key), waitsFor, afterMs],
    );
  }

  /** Those to be tried by now, of one app or of all. */
  due(tx: WorkerTx, customerAppId?: CustomerAppId): Promise<NotificationKey[]> {
    return tx.query<NotificationKey & object>(
      byValues(`SELECT ${notifications.select('customerAppId', 'integrationId', 'eventId')}
       FROM processor_notifications
       WHERE try_at <= now() AND ($1::text IS NULL OR customer_app_id = $1)
       ORDER BY try_at LIMIT 200`),
      [customerAppId ?? null],
    );
  }
}

function valuesOf({ customerAppId, integrationId, eventId }: NotificationKey): string[] {
  return [customerAppId, integrationId, eventId];
}

function storedFrom(row: LockedRow): StoredNotification {
  return {
    sealedBody: row.sealed_body,
    tries: row.tries,
    isSettled: row.is_settled,
    dispute: row.dispute ? Dispute.restore(disputes.from(row.dispute)) : null,
  };
}
