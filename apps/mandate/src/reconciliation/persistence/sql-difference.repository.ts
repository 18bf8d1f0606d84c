import { Injectable } from '@nestjs/common';
import { newId, type BookDifferenceKind, type CustomerAppId } from '@towpath/kernel';
import type { AppTx, WorkerTx } from '@towpath/persistence';
import type { DebitDifference } from '../domain/debit-books.js';
import {
  DifferenceRepository,
  type DifferenceId,
  type DifferencePage,
  type ListedDifference,
  type OpenDifference,
  type ReconciliationKey,
} from '../ports.js';
import type { ReconciliationDifferenceEntity } from './reconciliation.entity.js';
import { columnsOf } from './sql-reconciliation.repository.js';

const OPEN_OF_KEY = `reconciliation_differences
  WHERE customer_app_id = $1 AND app_type = $2 AND integration_id = $3 AND closed_at IS NULL`;

type DifferenceRow = Pick<
  ReconciliationDifferenceEntity,
  'difference_id' | 'subject' | 'side' | 'kind'
>;

@Injectable()
export class SqlDifferenceRepository extends DifferenceRepository {
  override async openSubjects(
    tx: AppTx,
    key: ReconciliationKey,
    { after, limit }: { readonly after: string | null; readonly limit: number },
  ): Promise<string[]> {
    const rows = await tx.query<{ subject: string }>(
      `SELECT DISTINCT subject FROM ${OPEN_OF_KEY} AND ($4::text IS NULL OR subject > $4)
       ORDER BY subject LIMIT $5`,
      [...columnsOf(key), after, limit],
    );
    return rows.map(({ subject }) => subject);
  }

  override async open(
    tx: AppTx,
    key: ReconciliationKey,
    subjects: readonly string[],
  ): Promise<OpenDifference[]> {
    const rows = await tx.query<DifferenceRow>(
      `SELECT difference_id, subject, side, kind FROM ${OPEN_OF_KEY} AND subject = ANY ($4)`,
      [...columnsOf(key), subjects],
    );
    return rows.map(openFromRow);
  }

  override async add(
    tx: AppTx,
    key: ReconciliationKey,
    { subject, difference }: { readonly subject: string; readonly difference: DebitDifference },
  ): Promise<boolean> {
    const { side, kind, ours, theirs } = difference;
    const rows = await tx.query(
      `INSERT INTO reconciliation_differences (customer_app_id, app_type, integration_id,
         difference_id, subject, side, kind, ours, theirs, found_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING 1 AS added`,
      [
        ...columnsOf(key),
        newId<DifferenceId>(tx.systemNow),
        subject,
        side,
        kind,
        JSON.stringify(ours),
        JSON.stringify(theirs),
        tx.now,
      ],
    );
    return rows.length === 1;
  }

  override async close(tx: AppTx, differenceIds: readonly DifferenceId[]): Promise<void> {
    await tx.query(
      `UPDATE reconciliation_differences SET closed_at = $3
       WHERE customer_app_id = $1 AND difference_id = ANY ($2) AND closed_at IS NULL`,
      [tx.customerApp.id, differenceIds, tx.now],
    );
  }

  override async list(tx: WorkerTx, page: DifferencePage): Promise<ListedDifference[]> {
    const rows = await tx.query<ReconciliationDifferenceEntity>(
      `SELECT * FROM reconciliation_differences
       WHERE closed_at IS NULL AND ($1::text IS NULL OR customer_app_id = $1)
         AND ($2::text IS NULL OR difference_id > $2)
       ORDER BY difference_id LIMIT $3`,
      [page.customerAppId, page.after, page.limit],
    );
    return rows.map((row) => ({
      ...openFromRow(row),
      customerAppId: row.customer_app_id as CustomerAppId,
      appType: row.app_type,
      integrationId: row.integration_id,
      ours: row.ours,
      theirs: row.theirs,
      foundAt: row.found_at,
    }));
  }

  override async count(tx: WorkerTx): Promise<ReadonlyMap<BookDifferenceKind, number>> {
    const rows = await tx.query<{ kind: BookDifferenceKind; open: number }>(
      `SELECT kind, count(*) AS open FROM reconciliation_differences
       WHERE closed_at IS NULL GROUP BY kind`,
    );
    return new Map(rows.map(({ kind, open }) => [kind, open]));
  }
}

function openFromRow(row: DifferenceRow): OpenDifference {
  const { difference_id: differenceId, subject, side, kind } = row;
  return { differenceId: differenceId as DifferenceId, subject, side, kind };
}
