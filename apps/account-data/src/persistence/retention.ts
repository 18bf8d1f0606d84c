import type { RetentionRule } from '@towpath/persistence';
import { loginGuessRetention } from '@towpath/service';

/** Retention of rows that are not erased with a login identity. */
export const accountDataRetention: readonly RetentionRule[] = [
  {
    table: 'hosted_links',
    column: 'created_at',
    days: 2,
    reason: 'a session lasts at most 8.5 hours; nothing in it is needed again',
  },
  loginGuessRetention,
  {
    table: 'payload_answers',
    column: 'expires_at',
    days: 0,
    reason: 'a repeat receives its answer for 10 minutes',
  },
  {
    table: 'used_payloads',
    column: 'used_at',
    days: 30,
    only: 'NOT EXISTS (SELECT FROM link_keys k WHERE k.published_at <= used_payloads.used_at)',
    reason: 'a replay is known for as long as a private key that may open the payload is kept',
  },
  {
    table: 'link_keys',
    column: 'retired_at',
    days: 0,
    reason: 'private halves go when they retire: what was encrypted to them is read no more',
  },
];
