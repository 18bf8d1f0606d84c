import type { OperatorRole } from '@towpath/contracts/operator';
import {
  defineTable,
  json,
  text,
  time,
  type RetentionRule,
  type RowOf,
} from '@towpath/persistence';

/** Sessions of operators. The cookie is known by its hash only. Real time. */
export const consoleSessions = defineTable(
  'console_sessions',
  {
    /** Public: it stands in claims and in the audit. */
    sessionId: text(),
    cookieHash: text(),
    subject: text(),
    name: text(),
    role: text<OperatorRole>(),
    /** Null: all customer apps. */
    apps: json<readonly string[]>().orNull(),
    /** The session at the provider, if it gave one. */
    providerSession: text().orNull(),
    /** When the operator last proved who they are; null if the provider did not tell. */
    authenticatedAt: time().orNull(),
    createdAt: time(),
    lastSeenAt: time(),
    endsAt: time(),
    endedAt: time().orNull(),
  },
  {
    key: ['sessionId'],
    unique: { console_sessions_cookie_key: ['cookieHash'] },
    indexes: {
      console_sessions_subject: ['subject'],
      console_sessions_provider_session: ['providerSession'],
      console_sessions_ends_at: ['endsAt'],
    },
  },
);

export type ConsoleSessionRow = RowOf<typeof consoleSessions>;

/** Logout tokens of the provider that were used: each counts once. */
export const consoleLogoutTokens = defineTable(
  'console_logout_tokens',
  { tokenId: text(), expiresAt: time() },
  { key: ['tokenId'], indexes: { console_logout_tokens_expires_at: ['expiresAt'] } },
);

export const consoleRetention: readonly RetentionRule[] = [
  {
    table: 'console_sessions',
    column: 'ends_at',
    days: 90,
    reason: 'who a session of the audit was; the audit itself keeps subject and role for longer',
  },
  {
    table: 'console_logout_tokens',
    column: 'expires_at',
    days: 1,
    reason: 'a logout token that has expired is refused for that',
  },
];
