import { defineTable, integer, text, time } from '@towpath/persistence';
import type { LoginOutcome } from './login-rules.js';

/** Wrong one-time passwords by login. */
const bankLogins = defineTable(
  'bank_logins',
  { login: text(), wrongOtps: integer() },
  { key: ['login'] },
);

/** Codes that the page of a bank sends back. */
const bankLoginCodes = defineTable(
  'bank_login_codes',
  {
    code: text(),
    /** With which the page was opened. */
    state: text(),
    outcome: text<LoginOutcome>(),
    expiresAt: time(),
    /** The user who approved. */
    userId: text().orNull(),
  },
  { key: ['code'] },
);

/** Sessions whose consent was ended: they read nothing any more. */
const bankEndedConsents = defineTable(
  'bank_ended_consents',
  {
    sessionId: text(),
    endedAt: time()
      .default(() => 'now()')
      .byDatabase(),
  },
  { key: ['sessionId'] },
);

export const bankLoginTables = [bankLogins, bankLoginCodes, bankEndedConsents] as const;
