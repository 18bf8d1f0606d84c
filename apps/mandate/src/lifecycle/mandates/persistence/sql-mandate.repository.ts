import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import type { MandateId } from '@towpath/kernel';
import type { AppTx, Lookup, WriteBatch } from '@towpath/persistence';
import type { Mandate } from '../domain/mandate.js';
import { publishMandateChanges } from '../mandate.events.js';
import { columnOf } from './named-mandates.js';
import { MandateRepository, type MandateFilters, type MandateNames } from '../ports.js';
import {
  changingColumns,
  fixedColumns,
  mandateFromRow,
  mandateKey,
  type MandateRow,
} from './mandate.mapper.js';

const MATCHING = `mandates m WHERE customer_app_id = $1
  AND ($2::date IS NULL OR updated_at >= $2::date::timestamp AT TIME ZONE 'UTC')
  AND ($3::date IS NULL OR updated_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC')
  AND (cardinality($4::text[]) = 0 OR status = ANY ($4))
  AND ($5::text IS NULL OR sender_type = $5)
  AND ($6::text IS NULL OR user_id = $6)
  AND ($7::text IS NULL OR institution_id = $7)`;

@Injectable()
export class SqlMandateRepository extends MandateRepository {
  override async find(tx: AppTx, mandateId: MandateId): Promise<Mandate | null> {
    const [found] = await tx.prepared<{ row: MandateRow }>(
      `SELECT to_jsonb(m) AS row FROM mandates m WHERE customer_app_id = $1 AND mandate_id = $2`,
      [tx.customerApp.id, mandateId],
    );
    return found ? mandateFromRow(found.row) : null;
  }

  override async lock(tx: AppTx, mandateId: MandateId): Promise<Mandate | null> {
    const [found] = await tx.prepared<{ row: MandateRow }>(
      `SELECT to_jsonb(m) AS row FROM mandates m
       WHERE customer_app_id = $1 AND mandate_id = $2 FOR UPDATE`,
      [tx.customerApp.id, mandateId],
    );
    return found ? mandateFromRow(found.row) : null;
  }

  override async lockNamedBy(
    tx: AppTx,
    { sql, params }: Lookup<MandateId | null>,
  ): Promise<Mandate | null> {
    const [found] = await tx.prepared<{ row: MandateRow }>(
      `SELECT to_jsonb(m) AS row FROM mandates m
       WHERE customer_app_id = $${params.length + 1} AND mandate_id = (${sql}) FOR UPDATE`,
      [...params, tx.customerApp.id],
    );
    return found ? mandateFromRow(found.row) : null;
  }

  /** Only the page becomes JSON: before it is cut, all rows that a sort has to see would. */
  override async list(
    tx: AppTx,
    filters: MandateFilters,
    { offset, limit, after }: PageRange,
  ): Promise<{ mandates: Mandate[]; total: number }> {
    const params = filterParams(tx, filters);
    const rows = await tx.query<{ row: MandateRow }>(
      `SELECT to_jsonb(m) AS row FROM (
         SELECT m.* FROM ${MATCHING}
           AND ($8::timestamptz IS NULL OR (created_at, mandate_id) < ($8, $9))
         ORDER BY created_at DESC, mandate_id DESC OFFSET $10 LIMIT $11) m
       ORDER BY created_at DESC, mandate_id DESC`,
      [...params, after?.createdAt ?? null, after?.id ?? null, offset, limit],
    );
    const [count] = await tx.query<{ total: number }>(
      `SELECT count(*) AS total FROM ${MATCHING}`,
      params,
    );
    return { mandates: rows.map(({ row }) => mandateFromRow(row)), total: count?.total ?? 0 };
  }

  override async named(tx: AppTx, names: MandateNames): Promise<Mandate[]> {
    const [column, values] = columnOf(names);
    const rows = await tx.prepared<{ row: MandateRow }>(
      `SELECT to_jsonb(m) AS row FROM mandates m WHERE customer_app_id = $1 AND ${column} = ANY ($2)
       ORDER BY created_at DESC, mandate_id DESC`,
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

function filterParams(tx: AppTx, filters: MandateFilters): unknown[] {
  return [
    tx.customerApp.id,
    filters.dateFrom,
    filters.dateTo,
    filters.statuses,
    filters.senderType,
    filters.userId,
    filters.institutionId,
  ];
}
