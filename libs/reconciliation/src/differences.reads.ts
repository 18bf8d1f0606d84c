import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { byValues, Transactions } from '@towpath/persistence';
import type { BookDifferenceKind } from './books/index.js';
import type { Difference } from './kept-differences.js';
import { differences } from './reconciliation.table.js';

export interface DifferencePage {
  readonly customerAppId: CustomerAppId | null;
  readonly after: string | null;
  readonly limit: number;
}

/** Present differences between our books and others, for operators. */
@Injectable()
export class DifferencesReads {
  constructor(private readonly transactions: Transactions) {}

  /** Of one app or of all, oldest first. */
  async list({ customerAppId, after, limit }: DifferencePage): Promise<Difference[]> {
    const rows = await this.transactions.asWorker((tx) =>
      tx.query<{ row: unknown }>(
        byValues(`SELECT to_jsonb(t) AS row FROM reconciliation_differences AS t
         WHERE closed_at IS NULL AND ($1::text IS NULL OR customer_app_id = $1)
           AND ($2::text IS NULL OR difference_id > $2)
         ORDER BY difference_id LIMIT $3`),
        [customerAppId, after, limit],
      ),
    );
    return differences.rows(rows);
  }

  /** Their number by kind; kinds without any are left out. */
  async count(): Promise<ReadonlyMap<BookDifferenceKind, number>> {
    const rows = await this.transactions.asWorker((tx) =>
      tx.query<{ kind: BookDifferenceKind; open: number }>(
        byValues(`SELECT kind, count(*) AS open FROM reconciliation_differences
         WHERE closed_at IS NULL GROUP BY kind`),
      ),
    );
    return new Map(rows.map(({ kind, open }) => [kind, open]));
  }
}
