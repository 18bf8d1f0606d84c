import { CursorField, IntegerQueryField, TextField } from '../../fields/index.js';

export const DEFAULT_PAGE_SIZE = 500;
export const MAX_PAGE_SIZE = 1000;

/** Paging of every list: newest first by (`created_at`, ID). */
export class PageQuery {
  @IntegerQueryField({
    optional: true,
    min: 0,
    default: 0,
    description: 'Number of newest entries to skip.',
  })
  offset: number = 0;

  @IntegerQueryField({
    optional: true,
    min: 1,
    max: MAX_PAGE_SIZE,
    default: DEFAULT_PAGE_SIZE,
    description: 'Maximum number of entries to return.',
  })
  limit: number = DEFAULT_PAGE_SIZE;

  @CursorField({
    description: 'The next_cursor of the previous page. Pages stay exact while entries are added.',
  })
  after?: string;
}

/** The additive member of every list answer. */
export abstract class PageResponse {
  @TextField({
    optional: true,
    description: 'Cursor of the next page: send it as after. Absent on the last page.',
  })
  next_cursor?: string;
}
