import { SERVICE_NAMES } from '@towpath/contracts';
import type { Databases } from '../evidence/databases.js';

/** Which rows are not done yet, and a further condition: they could be done with no clock moved. */
type Remaining = readonly [rows: string, isDue?: string];

const OF_EACH: Readonly<Record<string, Remaining>> = {
  'events to publish': ['outbox WHERE published_at IS NULL'],
  'parked messages': ['parked_messages WHERE replayed_at IS NULL'],
};

const OF_ONE: Readonly<Record<string, Readonly<Record<string, Remaining>>>> = {
  'payment-link': {
    'attempts to follow up': [
      // At Stripe, in real time, an hour passes until what was never sent is given up.
      `payment_attempts WHERE follow_up_at IS NOT NULL AND NOT (connector IS NOT DISTINCT FROM 'stripe'
        AND status NOT IN ('AUTHORIZING', 'CAPTURING') AND follow_ups_asked > 0)`,
      'follow_up_at <= now()',
    ],
    'charges of cards to follow up': [
      'charges WHERE follow_up_at IS NOT NULL',
      'follow_up_at <= now()',
    ],
    'cards to delete at their gateway': [
      'forgotten_cards WHERE follow_up_at IS NOT NULL',
      'follow_up_at <= now()',
    ],
    'refunds under way': [`refunds WHERE status = 'SUBMITTED'`],
    'payouts under way': [
      `payouts WHERE status IN ('PROCESSING', 'PROCESSING_FUNDS', 'FUNDED', 'SUBMITTED')`,
      'due_at <= now()',
    ],
    'charges on mandates to follow up': [
      'mandate_charges WHERE follow_up_at IS NOT NULL',
      'follow_up_at <= now()',
    ],
  },
  mandate: {
    'charges that the bank has not decided': [
      `direct_debits WHERE status IN ('RESERVED', 'SUBMITTED')`,
      'follow_up_at <= now()',
    ],
    // Live mandates are asked for once a month, for ever: only what is due is work.
    'mandates to ask the bank for': [
      'mandate_submissions WHERE follow_up_at <= app_now(customer_app_id)',
    ],
    'logins to finish': ['mandate_checklists WHERE finish_at IS NOT NULL', 'finish_at <= now()'],
  },
  dispute: {
    'notifications to apply': [
      'processor_notifications WHERE settled_at IS NULL',
      'try_at <= now()',
    ],
    'answers whose outcome is unknown': [
      'dispute_answers WHERE settled_at IS NULL',
      'follow_up_at <= app_now(customer_app_id)',
    ],
  },
  'account-data': {
    'jobs of logins': [
      'link_jobs WHERE true',
      'due_at <= app_now(customer_app_id) AND coalesce(leased_until, now()) <= now()',
    ],
  },
  sandbox: {
    'call-backs': [
      'callbacks WHERE delivered_at IS NULL',
      'due_at <= now() AND next_attempt_at <= now()',
    ],
  },
  'webhook-dispatch': {
    deliveries: [`webhook_deliveries WHERE status IN ('PENDING', 'RETRYING')`, 'due_at <= now()'],
  },
};

/** Unfinished work of the system, in words; empty if there is none. */
export function backlog(databases: Databases): Promise<string[]> {
  return count(databases, ([rows]) => rows);
}

/** The part of the backlog that waits for no clock. */
export function dueBacklog(databases: Databases): Promise<string[]> {
  return count(databases, ([rows, isDue]) => (isDue ? `${rows} AND ${isDue}` : rows));
}

async function count(databases: Databases, rowsOf: (one: Remaining) => string): Promise<string[]> {
  const found: string[] = [];
  for (const service of [...SERVICE_NAMES, 'sandbox']) {
    const work = { ...(service !== 'sandbox' && OF_EACH), ...OF_ONE[service] };
    for (const [what, remaining] of Object.entries(work)) {
      const sql = `SELECT count(*) FROM ${rowsOf(remaining)}`;
      const [row] = await databases.rows<{ count: number }>(service, { sql });
      if (row?.count) found.push(`${service}: ${row.count} ${what}`);
    }
  }
  return found;
}
