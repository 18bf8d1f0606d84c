import { SERVICE_NAMES } from '@towpath/contracts';
import type { Databases } from '../evidence/databases.js';

interface Remaining {
  readonly service: string;
  readonly what: string;
  /** A condition on a table: what is not done yet. */
  readonly from: string;
  /** A further one: it could be done now, while no clock has been moved. Without it, always. */
  readonly due?: string;
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
    due: 'follow_up_at <= now()',
  },
  {
    service: 'payment-link',
    what: 'refunds under way',
    from: `refunds WHERE status = 'SUBMITTED'`,
  },
  {
    service: 'payment-link',
    what: 'payouts under way',
    from: `payouts WHERE status IN ('PROCESSING', 'PROCESSING_FUNDS', 'FUNDED', 'SUBMITTED')`,
    due: 'due_at <= now()',
  },
  {
    service: 'payment-link',
    what: 'charges on mandates to follow up',
    from: 'mandate_charges WHERE follow_up_at IS NOT NULL',
    due: 'follow_up_at <= now()',
  },
  {
    service: 'mandate',
    what: 'charges that the bank has not decided',
    from: `direct_debits WHERE status IN ('RESERVED', 'SUBMITTED')`,
    due: 'follow_up_at <= now()',
  },
  // Live mandates are asked for once a month, for ever: only what is due is work.
  {
    service: 'mandate',
    what: 'mandates to ask the bank for',
    from: 'mandate_submissions WHERE follow_up_at <= app_now(customer_app_id)',
  },
  {
    service: 'mandate',
    what: 'logins to finish',
    from: 'mandate_checklists WHERE finish_at IS NOT NULL',
    due: 'finish_at <= now()',
  },
  {
    service: 'dispute',
    what: 'notifications to apply',
    from: 'processor_notifications WHERE settled_at IS NULL',
    due: 'try_at <= now()',
  },
  {
    service: 'dispute',
    what: 'answers whose outcome is unknown',
    from: 'dispute_answers WHERE settled_at IS NULL',
    due: 'follow_up_at <= app_now(customer_app_id)',
  },
  {
    service: 'account-data',
    what: 'jobs of logins',
    from: 'link_jobs WHERE true',
    due: 'due_at <= app_now(customer_app_id) AND coalesce(leased_until, now()) <= now()',
  },
  {
    service: 'sandbox',
    what: 'call-backs',
    from: 'callbacks WHERE delivered_at IS NULL',
    due: 'due_at <= now() AND next_attempt_at <= now()',
  },
  {
    service: 'webhook-dispatch',
    what: 'deliveries',
    from: `webhook_deliveries WHERE status IN ('PENDING', 'RETRYING')`,
    due: 'due_at <= now()',
  },
];

/** Unfinished work of the system, in words; empty if there is none. */
export function backlog(databases: Databases): Promise<string[]> {
  return count(databases, ({ from }) => from);
}

/** The part of the backlog that waits for no clock. */
export function dueBacklog(databases: Databases): Promise<string[]> {
  return count(databases, ({ from, due }) => (due ? `${from} AND ${due}` : from));
}

async function count(databases: Databases, rowsOf: (one: Remaining) => string): Promise<string[]> {
  const found: string[] = [];
  for (const remaining of REMAINING) {
    const { service, what } = remaining;
    const sql = `SELECT count(*) FROM ${rowsOf(remaining)}`;
    const rows = await databases.count(service, { sql });
    if (rows > 0) found.push(`${service}: ${rows} ${what}`);
  }
  return found;
}
