import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import type { MandateId } from '@towpath/kernel';
import { byKey, FilteredList, type AppTx, type WriteBatch } from '@towpath/persistence';
import type { Mandate } from './mandate.js';
import { publishMandateChanges } from './mandate.events.js';
import { columnOf } from './named-mandates.js';
import {
  MandateRepository,
  type MandateFilters,
  type MandateIdQuery,
  type MandateNames,
} from './ports.js';
import {
  changingColumns,
  fixedColumns,
  mandateFromRow,
  mandateKey,
  type MandateRow,
} from './mandate.mapper.js';

const LIST = new FilteredList<MandateFilters>({
  table: 'mandates',
  id: 'mandate_id',
  oneOf: { statuses: 'status' },
  equal: { senderType: 'sender_type', userId: 'user_id', institutionId: 'institution_id' },
});

@Injectable()
export class SqlMandateRepository extends MandateRepository {
  override async find(tx: AppTx, mandateId: MandateId): Promise<Mandate | null> {
    const [found] = await tx.query<{ row: MandateRow }>(
      byKey(
        `SELECT to_jsonb(m) AS row FROM mandates m WHERE customer_app_id = $1 AND mandate_id = $2`,
      ),
      [tx.customerApp.id, mandateId],
    );
    return found ? mandateFromRow(found.row) : null;
  }

  override async lock(tx: AppTx, mandateId: MandateId): Promise<Mandate | null> {
    const [found] = await tx.query<{ row: MandateRow }>(
      byKey(`SELECT to_jsonb(m) AS row FROM mandates m
       WHERE customer_app_id = $1 AND mandate_id = $2 FOR UPDATE`),
      [tx.customerApp.id, mandateId],
    );
    return found ? mandateFromRow(found.row) : null;
  }

  override async lockNamedBy(tx: AppTx, { sql, params }: MandateIdQuery): Promise<Mandate | null> {
    const [found] = await tx.query<{ row: MandateRow }>(
      byKey(`SELECT to_jsonb(m) AS row FROM mandates m
       WHERE customer_app_id = $${params.length + 1} AND mandate_id = (${sql}) FOR UPDATE`),
      [...params, tx.customerApp.id],
    );
    return found ? mandateFromRow(found.row) : null;
  }

  override async list(
    tx: AppTx,
    filters: MandateFilters,
    range: PageRange,
  ): Promise<{ mandates: Mandate[]; total: number }> {
    const { rows, total } = await LIST.counted<MandateRow>(tx, filters, range);
    return { mandates: rows.map(mandateFromRow), total };
  }

  override async named(tx: AppTx, names: MandateNames): Promise<Mandate[]> {
    const [column, values] = columnOf(names);
    const rows = await tx.query<{ row: MandateRow }>(
      byKey(`SELECT to_jsonb(m) AS row FROM mandates m WHERE customer_app_id = $1 AND ${column} = ANY ($2)
       ORDER BY created_at DESC, mandate_id DESC`),
      [tx.customerApp.id, values],
    );
    return rows.map(({ row }) => mandateFromRow(row));
  }

  override save(batch: WriteBatch, mandate: Mandate): void {
    const [first] = mandate.changes;
    if (!first && !mandate.hasLearned) return;
    const key = mandateKey(mandate);
    const columns = changingColumns(mandate);
    if (first?.from === null) {
      batch.insert('mandates', { ...key, ...fixedColumns(mandate), ...columns });
    } else {
      const known = first ? first.sequence - 1 : mandate.snapshot.sequence;
      batch.update('mandates', { ...key, sequence: known }, columns);
    }
    batch.history('mandate_state_changes', key, mandate.changes);
    publishMandateChanges(batch, mandate);
  }
}
