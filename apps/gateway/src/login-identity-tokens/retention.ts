import type { RetentionRule } from '@towpath/persistence';

/** Retention of this service's rows. */
export const gatewayRetention: readonly RetentionRule[] = [
  {
    table: 'refresh_families',
    column: 'expires_at',
    days: 1,
    reason: 'a family that was not refreshed for 90 days gives nothing; its tokens go with it',
  },
  {
    table: 'link_codes',
    column: 'expires_at',
    days: 1,
    reason: 'a code lives for 10 minutes, and the page session that has no other one for 8 hours',
  },
];
