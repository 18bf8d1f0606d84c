import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { newId, type CustomerAppId } from '@towpath/kernel';
import type { Logger } from '@towpath/observability';
import { byValues, type AppTx, type RowOf } from '@towpath/persistence';
import type { BookSum, SettledLine } from './books/index.js';
import type { ReconciliationKey } from './ports.js';
import { columnsOf, differences, OF_KEY, type DifferenceKind } from './reconciliation.table.js';

export type Difference = RowOf<typeof differences>;

/** How both sides differ about a subject, as a comparison finds it. */
export interface FoundDifference {
  readonly side: string;
  readonly kind: DifferenceKind;
  readonly ours: readonly BookSum[];
  readonly theirs: readonly SettledLine[];
}

/** One subject of a comparison: nothing was found if both sides agree. */
export interface ComparedSubject {
  readonly subject: string;
  readonly found: readonly FoundDifference[];
}

export interface OpenDifference extends FoundDifference {
  readonly subject: string;
  /** By the app's clock. */
  readonly foundAt: Date;
}

export interface SubjectPage {
  /** The last subject of the page before. */
  readonly after: string | null;
  readonly limit: number;
}

type Known = Pick<
  Difference,
  'differenceId' | 'subject' | 'side' | 'kind' | 'ours' | 'theirs' | 'foundAt' | 'resolvedBy'
>;

interface Comparison {
  readonly compared: readonly ComparedSubject[];
  /** Who keeps the other books, for logs. */
  readonly keeper: string;
}

const KNOWN = byValues(`SELECT ${differences.select(
  'differenceId',
  'subject',
  'side',
  'kind',
  'ours',
  'theirs',
  'foundAt',
  'resolvedBy',
)} FROM reconciliation_differences WHERE ${OF_KEY} AND subject = ANY ($4)
    AND (closed_at IS NULL OR resolved_by IS NOT NULL)
  ORDER BY difference_id`);
const ADD = byValues(`INSERT INTO reconciliation_differences (customer_app_id, app_type,
    integration_id, difference_id, subject, side, kind, ours, theirs, found_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING 1`);
const CLOSE = byValues(`UPDATE reconciliation_differences SET closed_at = $3
  WHERE customer_app_id = $1 AND difference_id = ANY ($2) AND closed_at IS NULL`);
const RESOLVE = byValues(`UPDATE reconciliation_differences
  SET closed_at = $3, resolved_by = $4, ours = $5, theirs = $6
  WHERE customer_app_id = $1 AND difference_id = $2 AND closed_at IS NULL RETURNING 1`);
const OPEN_SUBJECTS = byValues(`SELECT DISTINCT subject FROM reconciliation_differences
  WHERE ${OF_KEY} AND closed_at IS NULL AND ($4::text IS NULL OR subject > $4)
  ORDER BY subject LIMIT $5`);

/** Differences from comparisons: each is open until both sides agree or an operator resolves it. */
@Injectable()
export class KeptDifferences {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /**
   * Stores what was found and closes what agrees by now. Returns those that are open: without those
   * that an operator resolved, unless either side has changed since.
   */
  async keep(
    tx: AppTx,
    key: ReconciliationKey,
    { compared, keeper }: Comparison,
  ): Promise<OpenDifference[]> {
    const subjects = compared.map(({ subject }) => subject);
    const known = await tx.query<Known>(KNOWN, [...columnsOf(key), subjects]);
    const open: OpenDifference[] = [];
    const agreed: Known[] = [];
    for (const { subject, found } of compared) {
      const before = known.filter((one) => one.subject === subject);
      const kept = found.filter((difference) => !isResolved(difference, before));
      for (const difference of kept) {
        const first = before.find((one) => one.resolvedBy === null && isSame(one, difference));
        open.push({ ...difference, subject, foundAt: first?.foundAt ?? tx.now });
        if (!first) await this.#add(tx, key, { subject, difference, keeper });
      }
      const isGone = (one: Known) => !kept.some((other) => isSame(one, other));
      agreed.push(...before.filter((one) => one.resolvedBy === null && isGone(one)));
    }
    if (agreed.length > 0) await this.#close(tx, { agreed, keeper });
    return open;
  }

  /**
   * Closes a difference that an operator cleared up, with both sides as they are then. False if it
   * is closed already.
   */
  async resolve(
    tx: AppTx,
    differenceId: Difference['differenceId'],
    { by, current }: { readonly by: string; readonly current: FoundDifference },
  ): Promise<boolean> {
    await tx.begun;
    const sides = [JSON.stringify(current.ours), JSON.stringify(current.theirs)];
    const closed = [tx.customerApp.id, differenceId, tx.now, by, ...sides];
    return (await tx.query(RESOLVE, closed)).length > 0;
  }

  /** A page of the subjects with an open difference, in their order. */
  async openSubjects(
    tx: AppTx,
    key: ReconciliationKey,
    { after, limit }: SubjectPage,
  ): Promise<string[]> {
    const rows = await tx.query<{ subject: string }>(OPEN_SUBJECTS, [
      ...columnsOf(key),
      after,
      limit,
    ]);
    return rows.map(({ subject }) => subject);
  }

  /** Does nothing when it is open already. */
  async #add(
    tx: AppTx,
    key: ReconciliationKey,
    { subject, difference, keeper }: Added,
  ): Promise<void> {
    const { side, kind } = difference;
    const [ours, theirs] = [difference.ours, difference.theirs].map((each) => JSON.stringify(each));
    const differenceId = newId<Difference['differenceId']>(tx.systemNow);
    const row = [...columnsOf(key), differenceId, subject, side, kind, ours, theirs, tx.now];
    if ((await tx.query(ADD, row)).length === 0) return;
    tx.afterCommit(() => {
      this.logger.error({ ...key, subject, ...difference }, `a ${keeper} has it otherwise`);
    });
  }

  async #close(
    tx: AppTx,
    { agreed, keeper }: { readonly agreed: readonly Known[]; readonly keeper: string },
  ): Promise<void> {
    const ids = agreed.map(({ differenceId }) => differenceId);
    await tx.query(CLOSE, [tx.customerApp.id, ids, tx.now]);
    const app: CustomerAppId = tx.customerApp.id;
    tx.afterCommit(() => {
      for (const { differenceId, subject, side, kind } of agreed) {
        const named = { customerAppId: app, differenceId, subject, side, kind };
        this.logger.info(named, `a ${keeper} agrees by now`);
      }
    });
  }
}

interface Added {
  readonly subject: string;
  readonly difference: FoundDifference;
  readonly keeper: string;
}

type Place = Pick<FoundDifference, 'side' | 'kind'>;

export function isSame(one: Place, other: Place): boolean {
  return one.side === other.side && one.kind === other.kind;
}

/** The last resolution counts: what has changed since is a difference again. */
function isResolved(difference: FoundDifference, known: readonly Known[]): boolean {
  const last = known.findLast((one) => one.resolvedBy !== null && isSame(one, difference));
  return last !== undefined && stateOf(last) === stateOf(difference);
}

/** Both sides as text: equal if neither has changed, in whatever order they were read. */
export function stateOf({ ours, theirs }: Pick<FoundDifference, 'ours' | 'theirs'>): string {
  const text = (one: object) =>
    JSON.stringify(
      Object.entries(one)
        .filter(([, value]) => value !== null && value !== undefined)
        .toSorted(),
    );
  return JSON.stringify([ours, theirs].map((side) => side.map(text).toSorted()));
}
