import { Injectable } from '@nestjs/common';
import { newId, type CustomerAppId, type Id } from '@towpath/kernel';
import type { BookDifference, BookDifferenceKind, BookSum, SettledLine } from './books/index.js';
import { byValues, type AppTx, type WorkerTx } from '@towpath/persistence';
import type { ReconciliationKey } from './reconciled-books.js';
import type { ReconciliationDifferenceEntity } from './reconciliation.entities.js';
import { columnsOf } from './sql-reconciliations.js';

export type DifferenceId = Id<'ReconciliationDifference'>;

export interface OpenDifference {
  readonly differenceId: DifferenceId;
  readonly subject: string;
  readonly side: string;
  readonly kind: BookDifferenceKind;
  readonly foundAt: Date;
}

/** A difference in the form for operators. */
export interface ListedDifference extends OpenDifference, ReconciliationKey {
  readonly ours: readonly BookSum[];
  readonly theirs: readonly SettledLine[];
}

export interface DifferencePage {
  readonly customerAppId: CustomerAppId | null;
  readonly after: string | null;
  readonly limit: number;
}

/** A page of subjects, in their order. */
export interface SubjectPage {
  readonly after: string | null;
  readonly limit: number;
}

const OPEN_OF_KEY = `reconciliation_differences
  WHERE customer_app_id = $1 AND app_type = $2 AND integration_id = $3 AND closed_at IS NULL`;

type DifferenceRow = Pick<
  ReconciliationDifferenceEntity,
  'difference_id' | 'subject' | 'side' | 'kind' | 'found_at'
>;

/** The table `reconciliation_differences`: open ones, and those that were closed. */
@Injectable()
export class SqlDifferences {
  /** A page of the subjects with an open difference. */
  async openSubjects(
    tx: AppTx,
    key: ReconciliationKey,
    { after, limit }: SubjectPage,
  ): Promise<string[]> {
    const rows = await tx.query<{ subject: string }>(
      byValues(`SELECT DISTINCT subject FROM ${OPEN_OF_KEY} AND ($4::text IS NULL OR subject > $4)
       ORDER BY subject LIMIT $5`),
      [...columnsOf(key), after, limit],
    );
    return rows.map(({ subject }) => subject);
  }

  async open(
    tx: AppTx,
    key: ReconciliationKey,
    subjects: readonly string[],
  ): Promise<OpenDifference[]> {
    const rows = await tx.query<DifferenceRow>(
      byValues(
        `SELECT difference_id, subject, side, kind, found_at FROM ${OPEN_OF_KEY} AND subject = ANY ($4)`,
      ),
      [...columnsOf(key), subjects],
    );
    return rows.map(openFromRow);
  }

  /** False when it is open already. */
  async add(
    tx: AppTx,
    key: ReconciliationKey,
    { subject, difference }: { readonly subject: string; readonly difference: BookDifference },
  ): Promise<boolean> {
    const { side, kind, ours, theirs } = difference;
    const rows = await tx.query(
      byValues(`INSERT INTO reconciliation_differences (customer_app_id, app_type, integration_id,
         difference_id, subject, side, kind, ours, theirs, found_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING 1 AS added`),
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

  async close(tx: AppTx, differenceIds: readonly DifferenceId[]): Promise<void> {
    await tx.query(
      byValues(`UPDATE reconciliation_differences SET closed_at = $3
       WHERE customer_app_id = $1 AND difference_id = ANY ($2) AND closed_at IS NULL`),
      [tx.customerApp.id, differenceIds, tx.now],
    );
  }

  /** Open ones of one app or of all, oldest first. */
  async list(tx: WorkerTx, page: DifferencePage): Promise<ListedDifference[]> {
    const rows = await tx.query<ReconciliationDifferenceEntity>(
      byValues(`SELECT * FROM reconciliation_differences
       WHERE closed_at IS NULL AND ($1::text IS NULL OR customer_app_id = $1)
         AND ($2::text IS NULL OR difference_id > $2)
       ORDER BY difference_id LIMIT $3`),
      [page.customerAppId, page.after, page.limit],
    );
    return rows.map((row) => ({
      ...openFromRow(row),
      customerAppId: row.customer_app_id as CustomerAppId,
      appType: row.app_type,
      integrationId: row.integration_id,
      ours: row.ours,
      theirs: row.theirs,
    }));
  }

  /** Open ones by kind; kinds without any are left out. */
  async count(tx: WorkerTx): Promise<ReadonlyMap<BookDifferenceKind, number>> {
    const rows = await tx.query<{ kind: BookDifferenceKind; open: number }>(
      byValues(`SELECT kind, count(*) AS open FROM reconciliation_differences
       WHERE closed_at IS NULL GROUP BY kind`),
    );
    return new Map(rows.map(({ kind, open }) => [kind, open]));
  }
}

function openFromRow(row: DifferenceRow): OpenDifference {
  const { difference_id: differenceId, subject, side, kind, found_at: foundAt } = row;
  return { differenceId: differenceId as DifferenceId, subject, side, kind, foundAt };
}
