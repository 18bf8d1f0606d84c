import type { RetentionRule } from '@towpath/persistence';

/** How long what is not about money is kept. */
export const mandateRetention: readonly RetentionRule[] = [
  {
    table: 'mandate_sessions',
    column: 'created_at',
    days: 2,
    reason: 'a session ends after 30 minutes; nothing in it is needed again',
  },
  {
    table: 'checklist_payloads',
    column: 'received_at',
    days: 125,
    reason: 'a replay is told for as long as the key of the payload may decrypt: 90 and 30 days',
  },
];
