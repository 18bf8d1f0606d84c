import type { RetentionRule } from '@towpath/persistence';

export const loginGuessRetention: RetentionRule = {
  table: 'login_guesses',
  column: 'made_at',
  days: 1,
  reason: 'limits look back one hour, those of a page as long as its session: at most 8.5 hours',
};
