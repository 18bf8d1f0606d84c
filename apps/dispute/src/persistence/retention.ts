import type { RetentionRule } from '@towpath/persistence';

/** 7 years, two of them leap years. The database refuses to delete any of these rows earlier. */
const MONEY_DAYS = 2_557;

/** How long rows are kept. */
export const disputeRetention: readonly RetentionRule[] = [
  {
    table: 'disputes',
    column: 'updated_at',
    days: MONEY_DAYS,
    reason:
      'books are kept for 7 years; the history of a dispute and the answers to it go with it, and hold it back while they are younger',
    through: 'delete_old_disputes',
  },
  {
    table: 'processor_notifications',
    column: 'settled_at',
    days: MONEY_DAYS,
    reason: 'evidence of what processors said: as long as disputes; one that still waits stays',
  },
];
