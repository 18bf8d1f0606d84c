import { field } from '../../fields/index.js';

export const DEFAULT_PAGE_SIZE = 500;
export const MAX_PAGE_SIZE = 1000;

/** Paging of every list: newest first by (`created_at`, ID). */
export class PageQuery {
  @field.integerQuery('Number of newest entries to skip.', { optional: true, min: 0, default: 0 })
  offset: number = 0;
  @field.integerQuery('Maximum number of entries to return.', {
    optional: true,
    min: 1,
    max: MAX_PAGE_SIZE,
    default: DEFAULT_PAGE_SIZE,
  })
  limit: number = DEFAULT_PAGE_SIZE;
  @field.cursor('The next_cursor of the previous page. Pages stay exact while entries are added.')
  after?: string;
}

/** The additive member of every list answer. */
export abstract class PageResponse {
  @field.text('Cursor of the next page: send it as after. Absent on the last page.', {
    optional: true,
  })
  next_cursor?: string;
}
