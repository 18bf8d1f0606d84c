import type { StoryEntry } from '@towpath/contracts/operator';
import type { CustomerAppId } from '@towpath/kernel';
import type { OperatorQuery, ReadTable } from '@towpath/persistence';

const SERVICE = 'payment-link';
const MAX_ROWS = 200;

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

/** Rows of a customer app that a condition lets through: for stories, so not all of very many. */
export function rowsOf<Row extends object>(
  reads: OperatorQuery,
  table: ReadTable<Row>,
  {
    app,
    where,
    parameters,
  }: {
    readonly app: CustomerAppId;
    readonly where: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  },
): Promise<Row[]> {
  return reads.rows(table, (select) =>
    select
      .where('t.customer_app_id = :app', { app })
      .andWhere(`(${where})`, parameters)
      .limit(MAX_ROWS),
  );
}
