import type { RetentionRule } from '@towpath/persistence';
import { KEPT_DAYS } from '../endpoints/webhook-endpoints/held-events.js';

/** Retention of webhooks and their deliveries. */
export const webhookRetention: readonly RetentionRule[] = [
  {
    table: 'webhook_messages',
    column: 'created_at',
    days: KEPT_DAYS,
    reason:
      'the promise to receivers: held, listed and sent again for 90 days; deliveries and attempts go with it',
  },
  {
    table: 'webhook_endpoints',
    column: 'deleted_at',
    days: KEPT_DAYS + 1,
    reason: 'a deleted endpoint is named by attempts until the last of its messages is gone',
  },
  {
    table: 'webhook_resources',
    column: 'updated_at',
    days: 2_557,
    reason:
      'a sequence that began again would look old to a receiver: as long as payments, 7 years',
  },
];
