import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import type { DisputeId } from '@towpath/kernel';
import { FilteredList, type AppTx, type WriteBatch } from '@towpath/persistence';
import { publishDisputeChanges } from '../dispute.events.js';
import type { Dispute } from '../dispute.js';
import type { DisputeFilters, PastChange, ProcessorDispute } from '../ports.js';
import {
  changingColumns,
  disputeFromRow,
  disputeKey,
  fixedColumns,
  type DisputeRow,
} from './dispute.mapper.js';

const LIST = new FilteredList<DisputeFilters>({
  table: 'disputes',
  id: 'dispute_id',
  oneOf: { statuses: 'status' },
});

const BY_ID = `SELECT to_jsonb(d) AS row FROM disputes d
  WHERE customer_app_id = $1 AND dispute_id = $2`;

interface Found {
  readonly row: DisputeRow;
}

@Injectable()
export class DisputeRepository {
  async find(tx: AppTx, disputeId: DisputeId): Promise<Dispute | null> {
    return first(await tx.prepared<Found>(BY_ID, [tx.customerApp.id, disputeId]));
  }

  async lock(tx: AppTx, disputeId: DisputeId): Promise<Dispute | null> {
    return first(await tx.prepared<Found>(`${BY_ID} FOR UPDATE`, [tx.customerApp.id, disputeId]));
  }

  async atProcessor(
    tx: AppTx,
    { integrationId, processorReference }: ProcessorDispute,
  ): Promise<Dispute | null> {
    const found = await tx.prepared<Found>(
      `SELECT to_jsonb(d) AS row FROM disputes d
       WHERE customer_app_id = $1 AND integration_id = $2 AND processor_reference = $3`,
      [tx.customerApp.id, integrationId, processorReference],
    );
    return first(found);
  }

  /** Oldest first; empty for an unknown ID. */
  history(tx: AppTx, disputeId: DisputeId): Promise<PastChange[]> {
    return tx.prepared<PastChange>(
      `SELECT from_status AS "from", to_status AS "to", occurred_at AS "occurredAt", reason
       FROM dispute_state_changes WHERE customer_app_id = $1 AND dispute_id = $2
       ORDER BY sequence`,
      [tx.customerApp.id, disputeId],
    );
  }

  async list(
    tx: AppTx,
    filters: DisputeFilters,
    range: PageRange,
  ): Promise<{ disputes: Dispute[]; total: number }> {
    const { rows, total } = await LIST.counted<DisputeRow>(tx, filters, range);
    return { disputes: rows.map(disputeFromRow), total };
  }

  /**
   * Adds a new dispute, or the changes of a stored one, to the batch. The write fails with
   * `ConcurrentChange` if another process has changed it since the read.
   */
  save(batch: WriteBatch, dispute: Dispute): void {
    const key = disputeKey(dispute);
    const columns = changingColumns(dispute);
    if (dispute.stored === null) {
      batch.insert('disputes', { ...key, ...fixedColumns(dispute), ...columns });
    } else {
      batch.update('disputes', { ...key, ...dispute.stored }, columns);
    }
    batch.history('dispute_state_changes', key, dispute.changes);
    publishDisputeChanges(batch, dispute);
  }

  /** Whether an answer to the dispute is being sent. Lock the dispute first. */
  async hasOpenAnswer(tx: AppTx, disputeId: DisputeId): Promise<boolean> {
    const rows = await tx.prepared(
      `SELECT 1 AS open FROM dispute_answers
       WHERE customer_app_id = $1 AND dispute_id = $2 AND settled_at IS NULL`,
      [tx.customerApp.id, disputeId],
    );
    return rows.length > 0;
  }

  /** Its deadline is looked at again then. */
  postponeDeadline(batch: WriteBatch, dispute: Dispute, until: Date): void {
    const key = { ...disputeKey(dispute), ...dispute.stored };
    batch.update('disputes', key, { due_at: until });
  }
}

function first([found]: readonly Found[]): Dispute | null {
  return found ? disputeFromRow(found.row) : null;
}
