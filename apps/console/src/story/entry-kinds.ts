import type { StoryEntryKind } from '@towpath/contracts/operator';

/** What each kind of entry is called: of one, and of many. */
export const ENTRY_WORDS: Readonly<Record<StoryEntryKind, readonly [string, string]>> = {
  STATE: ['State', 'States'],
  EVENT: ['Event', 'Events'],
  WEBHOOK: ['Webhook', 'Webhooks'],
  DELIVERY: ['Delivery', 'Deliveries'],
  CALL_BACK: ['Call-back', 'Call-backs'],
  QUESTION: ['Question', 'Questions'],
  LEDGER: ['Ledger', 'Ledger'],
};

export const ENTRY_KINDS = Object.keys(ENTRY_WORDS) as readonly StoryEntryKind[];
