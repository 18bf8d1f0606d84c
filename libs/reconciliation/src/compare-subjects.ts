import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { compareBooks, type BookDifference, type HeldBooks } from './books/index.js';
import type { Logger } from '@towpath/observability';
import type { AppTx } from '@towpath/persistence';
import { ReconciledBooks, type ReconciliationKey } from './reconciled-books.js';
import { SqlDifferences, type OpenDifference, type SubjectPage } from './sql-differences.js';
import { SqlReconciliations } from './sql-reconciliations.js';

/** A reference under which money moved without a record of ours. */
export interface Suspect {
  readonly subject: string;
  readonly side: string;
  readonly reference: string;
  /** By the app's clock. */
  readonly foundAt: Date;
}

/** Compares payments with their settlements, stores differences and closes those that agree. */
@Injectable()
export class CompareSubjects {
  constructor(
    private readonly books: ReconciledBooks,
    private readonly reconciliations: SqlReconciliations,
    private readonly differences: SqlDifferences,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(
    tx: AppTx,
    key: ReconciliationKey,
    {
      subjects: named,
      settledBy,
    }: { readonly subjects: readonly string[]; readonly settledBy: Date },
  ): Promise<Suspect[]> {
    const subjects = [...new Set(named)];
    if (subjects.length === 0) return [];
    const { sides } = this.books;
    const settled = await this.reconciliations.settled(tx, key, subjects);
    const held = await this.books.held(tx, key, subjects);
    const open = await this.differences.open(tx, key, subjects);
    const suspects: Suspect[] = [];
    const agreed: OpenDifference[] = [];
    for (const subject of subjects) {
      const ours = held.get(subject) ?? null;
      const theirs = settled.get(subject) ?? [];
      const found = compareBooks({ sides, ours, theirs, settledBy });
      const known = open.filter((difference) => difference.subject === subject);
      for (const difference of found) {
        const before = known.find((one) => isSame(one, difference));
        if (ours && isUnheard(ours, difference)) {
          const foundAt = before?.foundAt ?? tx.now;
          suspects.push({ subject, side: difference.side, reference: ours.reference, foundAt });
        }
        if (before) continue;
        await this.note(tx, key, { subject, difference });
      }
      agreed.push(...known.filter((one) => !found.some((other) => isSame(one, other))));
    }
    await this.close(tx, key, agreed);
    return suspects;
  }

  /** A page of the subjects with an open difference. */
  openSubjects(tx: AppTx, key: ReconciliationKey, page: SubjectPage): Promise<string[]> {
    return this.differences.openSubjects(tx, key, page);
  }

  private async note(
    tx: AppTx,
    key: ReconciliationKey,
    found: { readonly subject: string; readonly difference: BookDifference },
  ): Promise<void> {
    const isNew = await this.differences.add(tx, key, found);
    if (!isNew) return;
    const { subject, difference } = found;
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
    const differenceIds = agreed.map(({ differenceId }) => differenceId);
    await this.differences.close(tx, differenceIds);
    tx.afterCommit(() => {
      for (const difference of agreed) {
        this.logger.info({ ...key, ...difference }, `a ${this.books.keeper} agrees by now`);
      }
    });
  }
}

type Place = Pick<BookDifference, 'side' | 'kind'>;

function isSame(one: Place, other: Place): boolean {
  return one.side === other.side && one.kind === other.kind;
}

/** True if money moved and we recorded nothing: a question to the other side then decides. */
function isUnheard({ sides }: HeldBooks, { side, kind }: BookDifference): boolean {
  return kind === 'MISSING_HERE' && (sides[side]?.sums ?? []).length === 0;
}
