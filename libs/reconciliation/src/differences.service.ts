import { Injectable } from '@nestjs/common';
import { byValues, Transactions, type AppTx, type RowOf } from '@towpath/persistence';
import {
  compareBooks,
  reconciliationPeriods,
  type HeldBooks,
  type SettledLine,
} from './books/index.js';
import { ComparedAgain } from './compared-again.js';
import {
  isSame,
  KeptDifferences,
  type ComparedSubject,
  type Difference,
  type FoundDifference,
  type SubjectPage,
} from './kept-differences.js';
import {
  ReconciledBooks,
  type NamedPayment,
  type ReconciliationKey,
  type SettledEntry,
} from './ports.js';
import { columnsOf, OF_KEY, reconciliations, settledEntries } from './reconciliation.table.js';

/** A reference under which money moved without a record of ours. */
export interface Suspect extends NamedPayment {
  readonly subject: string;
  readonly side: string;
  /** By the app's clock. */
  readonly foundAt: Date;
}

interface Compared {
  readonly subjects: readonly string[];
  readonly settledBy: Date;
}

interface ComparedSides extends ComparedSubject {
  readonly ours: HeldBooks | null;
  readonly theirs: readonly SettledLine[];
}

const POSITION = byValues(`SELECT ${reconciliations.select('startedAt', 'settledUntil')}
  FROM reconciliations WHERE ${OF_KEY}`);

/** Compares payments with their settlements, stores differences and closes those that agree. */
@Injectable()
export class DifferencesService extends ComparedAgain {
  constructor(
    private readonly transactions: Transactions,
    private readonly books: ReconciledBooks,
    private readonly kept: KeptDifferences,
  ) {
    super();
  }

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
    const sides = await this.#sidesOf(tx, key, { ...compared, subjects });
    const open = await this.kept.keep(tx, key, { compared: sides, keeper: this.books.keeper });
    return open.flatMap(({ subject, foundAt, ...difference }) => {
      const { ours, theirs } = sides.find((each) => each.subject === subject) ?? {};
      if (!ours || !theirs || !isUnrecorded(ours, difference)) return [];
      return [{ subject, side: difference.side, ...nameIn(ours, theirs), foundAt }];
    });
  }

  /** Compares the subject of an open difference again, without storing anything. */
  override again(difference: Difference): Promise<FoundDifference | null> {
    const { customerAppId, subject } = difference;
    return this.transactions.forApp(customerAppId, async (tx) => {
      const [position] = await tx.query<RowOf<typeof reconciliations>>(
        POSITION,
        columnsOf(difference),
      );
      if (!position) return null;
      const { settledBy } = reconciliationPeriods(position, tx.now);
      const [sides] = await this.#sidesOf(tx, difference, { subjects: [subject], settledBy });
      return sides?.found.find((found) => isSame(found, difference)) ?? null;
    });
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

  openSubjects(tx: AppTx, key: ReconciliationKey, page: SubjectPage): Promise<string[]> {
    return this.kept.openSubjects(tx, key, page);
  }

  async #sidesOf(
    tx: AppTx,
    key: ReconciliationKey,
    { subjects, settledBy }: Compared,
  ): Promise<ComparedSides[]> {
    const settled = await this.settled(tx, key, subjects);
    const held = await this.books.held(tx, key, subjects);
    return subjects.map((subject) => {
      const ours = held.get(subject) ?? null;
      const theirs = settled.get(subject) ?? [];
      const compares = compareBooks({ sides: this.books.sides, ours, theirs, settledBy });
      return { subject, ours, theirs, found: [...compares, ...(ours?.findings ?? [])] };
    });
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

type Place = Pick<FoundDifference, 'side' | 'kind'>;

/** True if money moved and we recorded nothing: a question to the other side then decides. */
function isUnrecorded({ sides }: HeldBooks, { side, kind }: Place): boolean {
  return kind === 'MISSING_HERE' && (sides[side]?.sums ?? []).length === 0;
}
