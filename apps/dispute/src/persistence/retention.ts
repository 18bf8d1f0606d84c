import type { RetentionRule } from '@towpath/persistence';

/** 7 years, two of them leap years. The database refuses to delete any of these rows earlier. */
const MONEY_DAYS = 2_557;

/** Longer than any card scheme lets a dispute go on, its second chargeback included. */
const EVIDENCE_DAYS = 540;

/** Retention of this service's rows. */
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
    table: 'dispute_evidence',
    column: 'stored_at',
    days: EVIDENCE_DAYS,
    reason:
      'files about a person: as long as a dispute may be contested again; emptied at once when the payer is erased',
  },
  {
    table: 'processor_notifications',
    column: 'settled_at',
    days: MONEY_DAYS,
    reason: 'evidence of what processors said: as long as disputes; one that still waits stays',
  },
];
