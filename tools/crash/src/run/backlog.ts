import { SERVICE_NAMES } from '@towpath/contracts';
import type { Databases } from '../evidence/databases.js';

interface Remaining {
  readonly service: string;
  readonly what: string;
  /** A condition on a table: what is not done yet. */
  readonly from: string;
}

const REMAINING: readonly Remaining[] = [
  ...SERVICE_NAMES.flatMap((service) => [
    { service, what: 'events to publish', from: 'outbox WHERE published_at IS NULL' },
    { service, what: 'parked messages', from: 'parked_messages WHERE replayed_at IS NULL' },
  ]),
  {
    service: 'payment-link',
    what: 'attempts to follow up',
    from: 'payment_attempts WHERE follow_up_at IS NOT NULL',
  },
  {
    service: 'payment-link',
    what: 'refunds under way',
    from: `refunds WHERE status = 'SUBMITTED'`,
  },
  { service: 'sandbox', what: 'call-backs', from: 'callbacks WHERE delivered_at IS NULL' },
  {
    service: 'webhook-dispatch',
    what: 'deliveries',
    from: `webhook_deliveries WHERE status IN ('PENDING', 'RETRYING')`,
  },
];

/** What the system still has to do, in words; empty when it is done. */
export async function backlog(databases: Databases): Promise<string[]> {
  const found: string[] = [];
  for (const { service, what, from } of REMAINING) {
    const count = await databases.count(service, { sql: `SELECT count(*) FROM ${from}` });
    if (count > 0) found.push(`${service}: ${count} ${what}`);
  }
  return found;
}
