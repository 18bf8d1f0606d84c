import { defineTable, text, time, type RetentionRule } from '@towpath/persistence';

/** Logins that were wrong, or whose outcome is not known yet: one row for each limit. */
export const loginGuesses = defineTable(
  'login_guesses',
  {
    customerAppId: text(),
    guessId: text(),
    /** Keyed hash of the page's session, the address, the login, the user or the app. */
    limitedBy: text(),
    /** Real time. */
    madeAt: time(),
  },
  {
    key: ['customerAppId', 'guessId', 'limitedBy'],
    indexes: {
      login_guesses_limit: ['limitedBy', 'madeAt'],
      login_guesses_made_at: ['madeAt'],
    },
  },
);

export const loginGuessRetention: RetentionRule = {
  table: 'login_guesses',
  column: 'made_at',
  days: 1,
  reason: 'limits look back one hour, those of a page as long as its session: at most 8.5 hours',
};
