import type { Merchant } from '@towpath/testing';
import type { Journal } from './journal.js';
import type { Plan } from './plan.js';

/** What every step of a story needs. */
export interface StoryParts {
  readonly merchant: Merchant;
  readonly journal: Journal;
  readonly plan: Plan;
  /** Ends all waiting and repeating. */
  readonly signal: AbortSignal;
}
