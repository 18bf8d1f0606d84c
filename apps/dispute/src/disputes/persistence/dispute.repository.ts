import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import type { DisputeId } from '@towpath/kernel';
import { byKey, type AppTx, type FiltersOf, type WriteBatch } from '@towpath/persistence';
import { publishDisputeChanges } from '../dispute.events.js';
import { Dispute, type DisputeChange } from '../dispute.js';
import { disputes, type DisputeSnapshot } from '../dispute.table.js';

/** A transition as the history stores it. */
type PastChange = Pick<DisputeChange, 'from' | 'to' | 'occurredAt' | 'reason'>;

/** The processor's reference to a dispute. */
interface ProcessorDispute {
  readonly integrationId: string;
  readonly processorReference: string;
}

@Injectable()
export class DisputeRepository {
  async find(tx: AppTx, disputeId: DisputeId): Promise<Dispute | null> {
    return restored(await disputes.find(tx, { disputeId }));
  }

  async lock(tx: AppTx, disputeId: DisputeId): Promise<Dispute | null> {
    return restored(await disputes.lock(tx, { disputeId }));
  }

  async atProcessor(tx: AppTx, named: ProcessorDispute): Promise<Dispute | null> {
    return restored(await disputes.find(tx, named));
  }

  /** Oldest first; empty for an unknown ID. */
  history(tx: AppTx, disputeId: DisputeId): Promise<PastChange[]> {
    return tx.query<PastChange>(
      byKey(`SELECT from_status AS "from", to_status AS "to", occurred_at AS "occurredAt", reason
       FROM dispute_state_changes WHERE customer_app_id = $1 AND dispute_id = $2
       ORDER BY sequence`),
      [tx.customerApp.id, disputeId],
    );
  }

  async list(
    tx: AppTx,
    filters: FiltersOf<typeof disputes>,
    range: PageRange,
  ): Promise<{ disputes: Dispute[]; total: number }> {
    const { rows, total } = await disputes.counted(tx, filters, range);
    return { disputes: rows.map((row) => Dispute.restore(row)), total };
  }

  /**
   * Adds a new dispute, or the changes of a stored one, to the batch. The write fails with
   * `ConcurrentChange` if another process has changed it since the read.
   */
  save(batch: WriteBatch, dispute: Dispute): void {
    disputes.save(batch, dispute, dispute.stored ?? {});
    publishDisputeChanges(batch, dispute);
  }

  /** Whether an answer to the dispute is being sent. Lock the dispute first. */
  async hasOpenAnswer(tx: AppTx, disputeId: DisputeId): Promise<boolean> {
    const rows = await tx.query(
      byKey(`SELECT 1 AS open FROM dispute_answers
       WHERE customer_app_id = $1 AND dispute_id = $2 AND settled_at IS NULL`),
      [tx.customerApp.id, disputeId],
    );
    return rows.length > 0;
  }

  /** Its deadline is checked again then. */
  postponeDeadline(batch: WriteBatch, { snapshot, stored }: Dispute, until: Date): void {
    const { customerAppId, disputeId } = snapshot;
    disputes.change(batch, { customerAppId, disputeId, ...stored }, { dueAt: until });
  }
}

function restored(row: DisputeSnapshot | null): Dispute | null {
  return row && Dispute.restore(row);
}
