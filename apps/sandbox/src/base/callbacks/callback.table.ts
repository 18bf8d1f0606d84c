import { defineTable, identity, integer, text, time } from '@towpath/persistence';
import type { PartyName } from '../parties/parties.js';

/** `dueAt` is on the clock of the app; the other times are real, because retries are. */
export const callbacks = defineTable(
  'callbacks',
  {
    position: identity(),
    gateway: text<PartyName>(),
    reference: text(),
    customerAppId: text(),
    eventId: text(),
    event: text(),
    url: text(),
    body: text(),
    dueAt: time(),
    attempts: integer().default(0).byDatabase(),
    nextAttemptAt: time()
      .default(() => 'now()')
      .byDatabase(),
    leasedUntil: time().orNull().byDatabase(),
    lastStatus: integer().orNull().byDatabase(),
    lastError: text().orNull().byDatabase(),
    createdAt: time()
      .default(() => 'now()')
      .byDatabase(),
    deliveredAt: time().orNull().byDatabase(),
  },
  { key: ['position'] },
);
