import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { byValues, type AppTx, type WorkerTx } from '@towpath/persistence';
import type { ExternalBillingConnector } from '../connectors/ports.js';

/** The bills of one app at one billing system. */
export interface BillSourceKey {
  readonly customerAppId: CustomerAppId;
  readonly appType: ExternalBillingConnector['appType'];
  readonly integrationId: string;
}

interface BillSource {
  /** The last cursor that was read; null before the first one. */
  readonly readUntil: string | null;
  readonly dueAt: Date;
}

interface KeyRow {
  readonly customer_app_id: CustomerAppId;
  readonly app_type: BillSourceKey['appType'];
  readonly integration_id: string;
}

const BATCH = 100;
const OF_KEY = 'customer_app_id = $1 AND app_type = $2 AND integration_id = $3';

/** The table `bill_sources`. */
@Injectable()
export class SqlBillSources {
  /** Apps with a source that is to be read now; of all apps when none is named. */
  async due(
    tx: WorkerTx,
    places: readonly Omit<BillSourceKey, 'customerAppId'>[],
    app?: CustomerAppId,
  ): Promise<BillSourceKey[]> {
    const rows = await tx.query<KeyRow>(
      byValues(`SELECT v.customer_app_id, v.app_type, p.integration_id
       FROM customer_app_views v
       JOIN unnest($2::text[], $3::text[]) AS p (app_type, integration_id) USING (app_type)
       LEFT JOIN bill_sources s USING (customer_app_id, app_type, integration_id)
       WHERE ($1::text IS NULL OR v.customer_app_id = $1)
         AND coalesce(s.due_at, '-infinity') <= coalesce(v.clock_frozen_at,
           now() + v.clock_offset_ms * interval '1 millisecond')
       ORDER BY s.due_at NULLS FIRST LIMIT ${BATCH}`),
      [
        app ?? null,
        places.map(({ appType }) => appType),
        places.map(({ integrationId }) => integrationId),
      ],
    );
    return rows.map((row) => ({
      customerAppId: row.customer_app_id,
      appType: row.app_type,
      integrationId: row.integration_id,
    }));
  }

  /** Locked until the transaction ends; a source that was never read begins here. */
  async lock(tx: AppTx, key: BillSourceKey): Promise<BillSource> {
    const [row] = await tx.query<{ read_until: string | null; due_at: Date }>(
      byValues(`INSERT INTO bill_sources (customer_app_id, app_type, integration_id, due_at)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT (customer_app_id, app_type, integration_id)
         DO UPDATE SET due_at = bill_sources.due_at
       RETURNING read_until, due_at`),
      [...columnsOf(key), tx.now],
    );
    if (!row) throw new Error('a source of bills cannot be read');
    return { readUntil: row.read_until, dueAt: row.due_at };
  }

  async postpone(tx: AppTx, key: BillSourceKey, dueAt: Date): Promise<void> {
    await tx.query(byValues(`UPDATE bill_sources SET due_at = $4 WHERE ${OF_KEY}`), [
      ...columnsOf(key),
      dueAt,
    ]);
  }

  /** Does nothing when another process has read on from `from`. */
  async moveOn(
    tx: AppTx,
    key: BillSourceKey,
    step: { readonly from: string | null; readonly to: string },
  ): Promise<void> {
    await tx.query(
      byValues(
        `UPDATE bill_sources SET read_until = $5 WHERE ${OF_KEY} AND read_until IS NOT DISTINCT FROM $4`,
      ),
      [...columnsOf(key), step.from, step.to],
    );
  }
}

function columnsOf({ customerAppId, appType, integrationId }: BillSourceKey): string[] {
  return [customerAppId, appType, integrationId];
}
