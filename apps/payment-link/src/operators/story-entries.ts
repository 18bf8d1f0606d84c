import type { StoryEntry } from '@towpath/contracts/operator';
import type { CustomerAppId } from '@towpath/kernel';
import type { ReadTable } from '@towpath/persistence';
import type { StoryReads } from '@towpath/service';

const SERVICE = 'payment-link';

interface Telling extends Pick<StoryEntry, 'entry' | 'title'> {
  readonly at: Date;
  readonly reason?: string | null | undefined;
  /** Those without a value are left out. */
  readonly details?: Readonly<Record<string, string | number | Date | null | undefined>>;
  readonly about?: StoryEntry['about'];
}

export function storyEntry({ at, entry, title, reason, details = {}, about }: Telling): StoryEntry {
  const given = Object.entries(details).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    return [[name, value instanceof Date ? value.toISOString() : String(value)] as const];
  });
  return {
    at: at.toISOString(),
    entry,
    service: SERVICE,
    title,
    ...(reason ? { reason } : {}),
    ...(given.length > 0 ? { details: Object.fromEntries(given) } : {}),
    ...(about ? { about } : {}),
  };
}

/** Which rows of a customer app a story takes. */
export interface Chosen {
  readonly app: CustomerAppId;
  readonly where: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Columns that have the order in which they came. */
  readonly by?: readonly string[];
}

/** The newest rows of a customer app that a condition lets through, in the order in which they came. */
export function rowsOf<Row extends object>(
  reads: StoryReads,
  table: ReadTable<Row>,
  { app, where, parameters, by = ['created_at'] }: Chosen,
): Promise<Row[]> {
  return reads.rows(table, {
    by,
    build: (select) =>
      select.where('t.customer_app_id = :app', { app }).andWhere(`(${where})`, parameters),
  });
}
