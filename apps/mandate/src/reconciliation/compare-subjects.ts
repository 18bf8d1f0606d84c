import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { compareBooks } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import type { AppTx } from '@towpath/persistence';
import { SIDES, type DebitBooks, type DebitDifference } from './domain/debit-books.js';
import {
  DifferenceRepository,
  ReconciliationRepository,
  type OpenDifference,
  type ReconciliationKey,
} from './ports.js';
import { ReadOurDebits } from './read-our-debits.query.js';

/** Compares direct debits with what was settled of them, notes what differs and closes what agrees. */
@Injectable()
export class CompareSubjects {
  constructor(
    private readonly reconciliations: ReconciliationRepository,
    private readonly differences: DifferenceRepository,
    private readonly ourDebits: ReadOurDebits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns the references that the bank took money for, or gave it back, unheard of by us. */
  async execute(
    tx: AppTx,
    key: ReconciliationKey,
    {
      subjects: named,
      settledBy,
    }: { readonly subjects: readonly string[]; readonly settledBy: Date },
  ): Promise<string[]> {
    const subjects = [...new Set(named)];
    if (subjects.length === 0) return [];
    const theirs = await this.reconciliations.settled(tx, key, subjects);
    const ours = await this.ourDebits.execute(tx, key, subjects);
    const open = await this.differences.open(tx, key, subjects);
    const suspects: string[] = [];
    const agreed: OpenDifference[] = [];
    for (const subject of subjects) {
      const books = ours.get(subject) ?? null;
      const entries = theirs.get(subject) ?? [];
      const found = compareBooks({ sides: SIDES, ours: books, theirs: entries, settledBy });
      const known = open.filter((difference) => difference.subject === subject);
      for (const difference of found) {
        if (books && isUnheard(books, difference)) suspects.push(books.reference);
        if (known.some((one) => isSame(one, difference))) continue;
        await this.note(tx, key, { subject, difference });
      }
      agreed.push(...known.filter((one) => !found.some((other) => isSame(one, other))));
    }
    await this.close(tx, key, agreed);
    return suspects;
  }

  /** A page of the subjects with an open difference, in their order. */
  openSubjects(
    tx: AppTx,
    key: ReconciliationKey,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<string[]> {
    return this.differences.openSubjects(tx, key, page);
  }

  private async note(
    tx: AppTx,
    key: ReconciliationKey,
    found: { readonly subject: string; readonly difference: DebitDifference },
  ): Promise<void> {
    const isNew = await this.differences.add(tx, key, found);
    if (!isNew) return;
    const { subject, difference } = found;
    tx.afterCommit(() => {
      this.logger.error(
        { ...key, subject, ...difference },
        'a direct debit bank settled otherwise',
      );
    });
  }

  private async close(
    tx: AppTx,
    key: ReconciliationKey,
    agreed: readonly OpenDifference[],
  ): Promise<void> {
    if (agreed.length === 0) return;
    await this.differences.close(
      tx,
      agreed.map(({ differenceId }) => differenceId),
    );
    tx.afterCommit(() => {
      for (const difference of agreed) {
        this.logger.info({ ...key, ...difference }, 'a direct debit bank agrees by now');
      }
    });
  }
}

type Place = Pick<DebitDifference, 'side' | 'kind'>;

function isSame(one: Place, other: Place): boolean {
  return one.side === other.side && one.kind === other.kind;
}

/** Money moved and nothing of it was recorded: the bank can tell what is true. */
function isUnheard(books: DebitBooks, { side, kind }: DebitDifference): boolean {
  return kind === 'MISSING_HERE' && books[side].sums.length === 0;
}
