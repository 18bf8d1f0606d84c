import type { RetentionRule } from '@towpath/persistence';

/** Retention of rows that are not erased with a login identity. */
export const accountDataRetention: readonly RetentionRule[] = [
  {
    table: 'hosted_links',
    column: 'created_at',
    days: 2,
    reason: 'a session lasts at most 8.5 hours; nothing in it is needed again',
  },
  {
    table: 'link_keys',
    column: 'retired_at',
    days: 0,
    reason: 'private halves go when they retire: what was encrypted to them is read no more',
  },
];
