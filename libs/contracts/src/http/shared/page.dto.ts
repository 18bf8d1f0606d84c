import { CursorField, IntegerQueryField, TextField } from '../../fields/index.js';

export const DEFAULT_PAGE_SIZE = 500;
export const MAX_PAGE_SIZE = 1000;

/** Paging of every list: newest first by (`created_at`, ID). */
export class PageQuery {
  @IntegerQueryField('Number of newest entries to skip.', { optional: true, min: 0, default: 0 })
  offset: number = 0;
  @IntegerQueryField('Maximum number of entries to return.', {
    optional: true,
    min: 1,
    max: MAX_PAGE_SIZE,
    default: DEFAULT_PAGE_SIZE,
  })
  limit: number = DEFAULT_PAGE_SIZE;
  @CursorField('The next_cursor of the previous page. Pages stay exact while entries are added.')
  after?: string;
}

/** The additive member of every list answer. */
export abstract class PageResponse {
  @TextField('Cursor of the next page: send it as after. Absent on the last page.', {
    optional: true,
  })
  next_cursor?: string;
}
