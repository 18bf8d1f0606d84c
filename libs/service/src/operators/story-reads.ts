import type { OperatorQuery, ReadTable } from '@towpath/persistence';

type Build = Parameters<OperatorQuery['rows']>[1];

/** A story longer than this is cut at its beginning; so is each read for it. */
export const MAX_ENTRIES = 500;

/** Rows of a table, which the query names `t`. */
export interface NewestRows {
  /** Columns that have the order in which they came: when, and what tells those of one instant apart. */
  readonly by: readonly string[];
  readonly limit?: number;
  readonly build: Build;
}

/** Reads for one story: each takes the newest rows only, and remembers whether there are more. */
export class StoryReads {
  private hasMore = false;

  /** @param query For what is never more than a few rows: it does not notice what a limit leaves out. */
  constructor(readonly query: OperatorQuery) {}

  /** Whether a read left out older rows. */
  get isCut(): boolean {
    return this.hasMore;
  }

  /** The newest rows of a table, in the order in which they came. */
  rows<Row extends object>(table: ReadTable<Row>, newest: NewestRows): Promise<Row[]> {
    return this.newest(newest, (build) => this.query.rows(table, build));
  }

  /** What the newest rows of a table select, in the order in which they came. */
  select<R extends object>(table: string, newest: NewestRows): Promise<R[]> {
    return this.newest(newest, (build) => this.query.select<R>(table, build));
  }

  private async newest<R>(
    { by, limit = MAX_ENTRIES, build }: NewestRows,
    read: (build: Build) => Promise<R[]>,
  ): Promise<R[]> {
    const found = await read((select) => {
      for (const column of by) select.addOrderBy(`t.${column}`, 'DESC');
      return build(select).limit(limit + 1);
    });
    this.hasMore ||= found.length > limit;
    return found.slice(0, limit).toReversed();
  }
}
