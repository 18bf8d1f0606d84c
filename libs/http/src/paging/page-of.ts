import type { PageQuery } from '@towpath/contracts';
import { DomainError } from '@towpath/kernel';

import { decodeCursor, encodeCursor, type Cursor } from './cursor.js';

/** Start and size of a page, for SQL. */
export interface PageRange {
  readonly offset: number;
  readonly limit: number;
  /** Read what follows this place instead of skipping `offset` rows. */
  readonly after?: Cursor;
}

/** One page of a list and where the next one starts. */
export interface Page<T> {
  readonly rows: readonly T[];
  /** Rows of the whole list, whatever the page. */
  readonly total: number;
  /** Absent on the last page. */
  readonly next_cursor?: string;
}

/** The range that a query asks for. Throws `INVALID_REQUEST` for a foreign cursor. */
export function rangeOf({ offset, limit, after }: PageQuery): PageRange {
  if (after === undefined) return { offset, limit };
  if (offset > 0) throw new DomainError('INVALID_REQUEST', 'after cannot be combined with offset');
  return { offset, limit, after: decodeCursor(after) };
}

/**
 * The page of rows that were read with the query's range, newest first. A full page has a cursor
 * unless the offset shows that it is the last.
 */
export function pageOf<T extends { readonly id: string; readonly created_at: Date }>(
  rows: readonly T[],
  total: number,
  { offset, limit, after }: PageQuery,
): Page<T> {
  const last = rows.at(-1);
  const ended = after === undefined && offset + rows.length >= total;
  if (!last || rows.length < limit || ended) return { rows, total };
  const next_cursor = encodeCursor({ createdAt: last.created_at, id: last.id });
  return { rows, total, next_cursor };
}
