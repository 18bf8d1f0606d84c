import { type AppScope, type Found, type Lookups, oneRow } from '@towpath/persistence';
import type { LinkKey, LockedLink } from '../ports.js';
import * as linkMapper from './payment-link.mapper.js';

/** Locks a link, and returns the version that the statement saw at its start. */
export function lockLookups(scope: AppScope, key: LinkKey) {
  const byLink = 'attemptId' in key ? OF_ATTEMPT : '$2';
  const where = `customer_app_id = $1 AND payment_link_id = ${byLink}`;
  const params = [scope.customerApp.id, 'attemptId' in key ? key.attemptId : key.paymentLinkId];
  return {
    lockedLink: oneRow<linkMapper.PaymentLinkRow, linkMapper.PaymentLinkRow>(
      { sql: `SELECT to_jsonb(l) FROM payment_links l WHERE ${where} FOR UPDATE`, params },
      (row) => row,
    ),
    seenVersion: oneRow<number, number>(
      { sql: `SELECT to_jsonb(version) FROM payment_links WHERE ${where}`, params },
      (version) => version,
    ),
  };
}

/**
 * The lock returns the newest link; the other parts of the statement see the state before the wait.
 */
export async function newest<L extends Lookups>(
  first: Found<L & LockLookups>,
  again: () => Promise<Found<L & LockLookups>>,
): Promise<LockedLink<L>> {
  for (let found = first; ; found = await again()) {
    const { lockedLink: row, seenVersion } = found as Found<LockLookups>;
    if (row && row.version !== seenVersion) continue;
    return { link: row && linkMapper.linkFromRow(row), found: found as Found<L> };
  }
}

type LockLookups = ReturnType<typeof lockLookups>;

const OF_ATTEMPT = `(SELECT payment_link_id FROM payment_attempts
  WHERE customer_app_id = $1 AND attempt_id = $2)`;
