import { Injectable } from '@nestjs/common';
import type { SettledLine } from './books/index.js';
import { byValues, type AppTx } from '@towpath/persistence';
import type { ReconciliationKey, SettledEntry } from './reconciled-books.js';

/** The position in a list, by the app's clock. */
export interface Reconciliation {
  readonly startedAt: Date;
  readonly settledUntil: Date;
  readonly dueAt: Date;
}

const OF_KEY = 'customer_app_id = $1 AND app_type = $2 AND integration_id = $3';

/** The tables `reconciliations` and `settled_entries`. */
@Injectable()
export class SqlReconciliations {
  /** Does nothing when it was started before. */
  async start(tx: AppTx, key: ReconciliationKey, begun: Reconciliation): Promise<void> {
    await tx.query(
      byValues(`INSERT INTO reconciliations
         (customer_app_id, app_type, integration_id, started_at, settled_until, due_at)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`),
      [...columnsOf(key), begun.startedAt, begun.settledUntil, begun.dueAt],
    );
  }

  /** Locks it until the transaction ends. */
  async lock(tx: AppTx, key: ReconciliationKey): Promise<Reconciliation | null> {
    const [row] = await tx.query<ReconciliationRow>(
      byValues(
        `SELECT started_at, settled_until, due_at FROM reconciliations WHERE ${OF_KEY} FOR UPDATE`,
      ),
      columnsOf(key),
    );
    if (!row) return null;
    return { startedAt: row.started_at, settledUntil: row.settled_until, dueAt: row.due_at };
  }

  async postpone(tx: AppTx, key: ReconciliationKey, dueAt: Date): Promise<void> {
    await tx.query(byValues(`UPDATE reconciliations SET due_at = $4 WHERE ${OF_KEY}`), [
      ...columnsOf(key),
      dueAt,
    ]);
  }

  /** Moves on from `from`; does nothing when another process did. */
  async moveOn(
    tx: AppTx,
    key: ReconciliationKey,
    step: { readonly from: Date; readonly settledUntil: Date; readonly dueAt: Date },
  ): Promise<void> {
    await tx.query(
      byValues(`UPDATE reconciliations SET settled_until = $5, due_at = $6
       WHERE ${OF_KEY} AND settled_until = $4`),
      [...columnsOf(key), step.from, step.settledUntil, step.dueAt],
    );
  }

  /** Stores settled entries; a line that was read before stays one line. */
  async keep(tx: AppTx, key: ReconciliationKey, entries: readonly SettledEntry[]): Promise<void> {
    const rows = entries.map((entry) => ({
      entry_id: entry.entryId,
      subject: subjectOf(entry),
      reference: entry.reference,
      kind: entry.kind,
      amount: entry.amount,
      currency: entry.currency,
      settled_at: entry.settledAt,
    }));
    await tx.begun;
    await tx.query(
      byValues(`INSERT INTO settled_entries (customer_app_id, app_type, integration_id, entry_id, subject,
         reference, kind, amount, currency, settled_at, read_at)
       SELECT $1, $2, $3, e.entry_id, e.subject, e.reference, e.kind, e.amount, e.currency,
         e.settled_at, $5
       FROM jsonb_populate_recordset(NULL::settled_entries, $4::jsonb) AS e
       ON CONFLICT DO NOTHING`),
      [...columnsOf(key), JSON.stringify(rows), tx.now],
    );
  }

  /** Everything that was ever read about the subjects, by subject. */
  async settled(
    tx: AppTx,
    key: ReconciliationKey,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, readonly SettledLine[]>> {
    const rows = await tx.query<SettledRow>(
      byValues(`SELECT subject, entry_id, reference, kind, amount, currency FROM settled_entries
       WHERE ${OF_KEY} AND subject = ANY ($4) ORDER BY settled_at, entry_id`),
      [...columnsOf(key), subjects],
    );
    const bySubject = new Map<string, SettledLine[]>();
    for (const { subject, entry_id: entryId, ...entry } of rows) {
      const known = bySubject.get(subject) ?? [];
      bySubject.set(subject, [...known, { ...entry, entryId }]);
    }
    return bySubject;
  }
}

interface ReconciliationRow {
  readonly started_at: Date;
  readonly settled_until: Date;
  readonly due_at: Date;
}

interface SettledRow {
  readonly subject: string;
  readonly entry_id: string;
  readonly reference: string;
  readonly kind: string;
  readonly amount: number;
  readonly currency: string;
}

/** The subject of a line: the payment, or the reference if the list names no payment. */
export function subjectOf({
  paymentId,
  reference,
}: Pick<SettledEntry, 'paymentId' | 'reference'>): string {
  return paymentId ?? reference;
}

/** `customer_app_id`, `app_type` and `integration_id`. */
export function columnsOf({ customerAppId, appType, integrationId }: ReconciliationKey): string[] {
  return [customerAppId, appType, integrationId];
}
