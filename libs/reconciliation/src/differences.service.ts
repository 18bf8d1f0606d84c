import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { newId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { byValues, Transactions, type AppTx } from '@towpath/persistence';
import {
  compareBooks,
  type BookDifference,
  type HeldBooks,
  type SettledLine,
} from './books/index.js';
import type { Difference } from './differences.reads.js';
import {
  ReconciledBooks,
  type NamedPayment,
  type ReconciliationKey,
  type SettledEntry,
} from './ports.js';
import { columnsOf, differences, OF_KEY, settledEntries } from './reconciliation.table.js';

/** A reference under which money moved without a record of ours. */
export interface Suspect extends NamedPayment {
  readonly subject: string;
  readonly side: string;
  /** By the app's clock. */
  readonly foundAt: Date;
}

type OpenDifference = Pick<Difference, 'differenceId' | 'subject' | 'side' | 'kind' | 'foundAt'>;

interface Compared {
  readonly subjects: readonly string[];
  readonly settledBy: Date;
}

const OPEN_OF_KEY = `reconciliation_differences WHERE ${OF_KEY} AND closed_at IS NULL`;

/** Compares payments with their settlements, stores differences and closes those that agree. */
@Injectable()
export class DifferencesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly books: ReconciledBooks,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Stores settled entries and compares their payments. An entry that was read before stays. */
  async receive(
    tx: AppTx,
    key: ReconciliationKey,
    { entries, settledBy }: { readonly entries: readonly SettledEntry[]; readonly settledBy: Date },
  ): Promise<Suspect[]> {
    const rows = entries.map((entry) => ({ ...entry, subject: subjectOf(entry) }));
    await tx.begun;
    await tx.query(
      byValues(`INSERT INTO settled_entries (customer_app_id, app_type, integration_id, entry_id,
         subject, reference, gateway_reference, kind, amount, currency, settled_at, read_at)
       SELECT $1, $2, $3, "entryId", subject, reference, "gatewayReference", kind, amount, currency,
         "settledAt", $5
       FROM jsonb_to_recordset($4) AS e ("entryId" text, subject text, reference text,
         "gatewayReference" text, kind text, amount bigint, currency text, "settledAt" timestamptz)
       ON CONFLICT DO NOTHING`),
      [...columnsOf(key), JSON.stringify(rows), tx.now],
    );
    return this.compare(tx, key, { subjects: rows.map(({ subject }) => subject), settledBy });
  }

  async compare(tx: AppTx, key: ReconciliationKey, compared: Compared): Promise<Suspect[]> {
    const subjects = [...new Set(compared.subjects)];
    if (subjects.length === 0) return [];
    const settled = await this.settled(tx, key, subjects);
    const held = await this.books.held(tx, key, subjects);
    const open = await tx.query<OpenDifference>(
      byValues(`SELECT ${differences.select('differenceId', 'subject', 'side', 'kind', 'foundAt')}
       FROM ${OPEN_OF_KEY} AND subject = ANY ($4)`),
      [...columnsOf(key), subjects],
    );
    const suspects: Suspect[] = [];
    const agreed: OpenDifference[] = [];
    for (const subject of subjects) {
      const ours = held.get(subject) ?? null;
      const theirs = settled.get(subject) ?? [];
      const { settledBy } = compared;
      const compares = compareBooks({ sides: this.books.sides, ours, theirs, settledBy });
      const found = [...compares, ...(ours?.findings ?? [])];
      const known = open.filter((difference) => difference.subject === subject);
      for (const difference of found) {
        const before = known.find((one) => isSame(one, difference));
        if (ours && isUnrecorded(ours, difference)) {
          const foundAt = before?.foundAt ?? tx.now;
          suspects.push({ subject, side: difference.side, ...nameIn(ours, theirs), foundAt });
        }
        if (!before) await this.add(tx, key, { subject, difference });
      }
      agreed.push(...known.filter((one) => !found.some((other) => isSame(one, other))));
    }
    await this.close(tx, key, agreed);
    return suspects;
  }

  /**
   * Asks the other side about money; true once the answer is in our books. False if a schedule asks
   * after the commit.
   */
  async ask(
    key: ReconciliationKey,
    { subject, ...payment }: Suspect,
    settledBy: Date,
  ): Promise<boolean> {
    const asking = await this.transactions.forApp(key.customerAppId, (tx) =>
      this.books.ask(tx, payment),
    );
    if (!asking) return false;
    await asking();
    const left = await this.transactions.forApp(key.customerAppId, (tx) =>
      this.compare(tx, key, { subjects: [subject], settledBy }),
    );
    return left.length === 0;
  }

  /** A page of the subjects with an open difference, in their order. */
  async openSubjects(
    tx: AppTx,
    key: ReconciliationKey,
    { after, limit }: { readonly after: string | null; readonly limit: number },
  ): Promise<string[]> {
    const rows = await tx.query<{ subject: string }>(
      byValues(`SELECT DISTINCT subject FROM ${OPEN_OF_KEY} AND ($4::text IS NULL OR subject > $4)
       ORDER BY subject LIMIT $5`),
      [...columnsOf(key), after, limit],
    );
    return rows.map(({ subject }) => subject);
  }

  /** Everything that was ever read about the subjects, by subject. */
  private async settled(
    tx: AppTx,
    key: ReconciliationKey,
    subjects: readonly string[],
  ): Promise<ReadonlyMap<string, readonly SettledLine[]>> {
    const columns = settledEntries.select(
      ...(['subject', 'entryId', 'reference', 'gatewayReference', 'kind'] as const),
      ...(['amount', 'currency'] as const),
    );
    const rows = await tx.query<SettledLine & { readonly subject: string }>(
      byValues(`SELECT ${columns} FROM settled_entries
       WHERE ${OF_KEY} AND subject = ANY ($4) ORDER BY settled_at, entry_id`),
      [...columnsOf(key), subjects],
    );
    const lines = new Map<string, SettledLine[]>();
    for (const { subject, ...line } of rows) {
      lines.set(subject, [...(lines.get(subject) ?? []), line]);
    }
    return lines;
  }

  /** Does nothing when it is open already. */
  private async add(
    tx: AppTx,
    key: ReconciliationKey,
    { subject, difference }: { readonly subject: string; readonly difference: BookDifference },
  ): Promise<void> {
    const { side, kind } = difference;
    const [ours, theirs] = [difference.ours, difference.theirs].map((each) => JSON.stringify(each));
    const differenceId = newId<Difference['differenceId']>(tx.systemNow);
    const added = await tx.query(
      byValues(`INSERT INTO reconciliation_differences (customer_app_id, app_type, integration_id,
         difference_id, subject, side, kind, ours, theirs, found_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING 1`),
      [...columnsOf(key), differenceId, subject, side, kind, ours, theirs, tx.now],
    );
    if (added.length === 0) return;
    tx.afterCommit(() => {
      this.logger.error(
        { ...key, subject, ...difference },
        `a ${this.books.keeper} settled otherwise`,
      );
    });
  }

  private async close(
    tx: AppTx,
    key: ReconciliationKey,
    agreed: readonly OpenDifference[],
  ): Promise<void> {
    if (agreed.length === 0) return;
    await tx.query(
      byValues(`UPDATE reconciliation_differences SET closed_at = $3
       WHERE customer_app_id = $1 AND difference_id = ANY ($2) AND closed_at IS NULL`),
      [tx.customerApp.id, agreed.map(({ differenceId }) => differenceId), tx.now],
    );
    tx.afterCommit(() => {
      for (const difference of agreed) {
        this.logger.info({ ...key, ...difference }, `a ${this.books.keeper} agrees by now`);
      }
    });
  }
}

/** The subject of a line: the payment, or the reference if the list names no payment. */
export function subjectOf({ paymentId, reference }: SettledEntry): string {
  return paymentId ?? reference;
}

/** Ours, with the ID of the other side, which our books may lack. */
function nameIn({ reference }: HeldBooks, theirs: readonly SettledLine[]): NamedPayment {
  const own = theirs.filter((line) => line.reference === reference);
  const gatewayReference = own.find((line) => line.gatewayReference)?.gatewayReference ?? null;
  return { reference, gatewayReference };
}

type Place = Pick<BookDifference, 'side' | 'kind'>;

function isSame(one: Place, other: Place): boolean {
  return one.side === other.side && one.kind === other.kind;
}

/** True if money moved and we recorded nothing: a question to the other side then decides. */
function isUnrecorded({ sides }: HeldBooks, { side, kind }: BookDifference): boolean {
  return kind === 'MISSING_HERE' && (sides[side]?.sums ?? []).length === 0;
}
