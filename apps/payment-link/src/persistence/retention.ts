import type { RetentionRule } from '@towpath/persistence';

/** How long what is not about money is kept. */
export const paymentLinkRetention: readonly RetentionRule[] = [
  {
    table: 'card_submissions',
    column: 'submitted_at',
    days: 1,
    reason: 'limits by address look back one hour',
  },
];
