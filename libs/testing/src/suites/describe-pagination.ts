import { PAGINATION_CHECKS, type PaginatedList } from './pagination-checks.js';
import { describeChecks } from './suite-check.js';

/** The behaviour of every list: newest first, exact slices, cursors that survive new rows. */
export function describePagination(name: string, subject: () => PaginatedList): void {
  describeChecks(`pages of ${name}`, { checks: PAGINATION_CHECKS, subject });
}
