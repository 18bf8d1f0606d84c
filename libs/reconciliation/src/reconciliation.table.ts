import type { CustomerAppId, Id } from '@towpath/kernel';
import { bigint, defineTable, json, text, time } from '@towpath/persistence';
import { BOOK_DIFFERENCE_KINDS, type BookSum, type SettledLine } from './books/index.js';
import type { ReconciliationKey } from './ports.js';

const place = {
  customerAppId: text<CustomerAppId>(),
  appType: text<'TEST' | 'LIVE'>(),
  integrationId: text(),
};

/** The position in the list of a gateway or bank, by the app's clock. */
export const reconciliations = defineTable(
  'reconciliations',
  {
    ...place,
    /** Payments that we executed before this instant are not compared. */
    startedAt: time(),
    /** Settlements before this instant were read. */
    settledUntil: time(),
    dueAt: time(),
  },
  { key: ['customerAppId', 'appType', 'integrationId'] },
);

export const settledEntries = defineTable(
  'settled_entries',
  {
    ...place,
    entryId: text(),
    /** The payment; or the reference, where the list names none. */
    subject: text(),
    reference: text(),
    /** The other side's own ID of the payment; null if it finds one by our reference. */
    gatewayReference: text().orNull(),
    kind: text(),
    amount: bigint(),
    currency: text(),
    settledAt: time(),
    readAt: time(),
  },
  {
    key: ['customerAppId', 'appType', 'integrationId', 'entryId'],
    indexes: {
      settled_entries_subject: ['customerAppId', 'appType', 'integrationId', 'subject'],
    },
  },
);

/** What differs: of books, or of disputes (`STATUS`; `SUM`, their amounts or currencies). */
export const DIFFERENCE_KINDS = [...BOOK_DIFFERENCE_KINDS, 'STATUS', 'SUM'] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Open differences, those that were closed, and those that an operator resolved. */
export const differences = defineTable(
  'reconciliation_differences',
  {
    ...place,
    differenceId: text<Id<'ReconciliationDifference'>>(),
    subject: text(),
    side: text(),
    kind: text<DifferenceKind>(),
    /** The sums when the difference was found, or when an operator resolved it. */
    ours: json<readonly BookSum[]>(),
    theirs: json<readonly SettledLine[]>(),
    foundAt: time(),
    closedAt: time().orNull(),
    /** The operator who cleared it up elsewhere; null if both sides agreed by themselves. */
    resolvedBy: text().orNull(),
  },
  {
    key: ['customerAppId', 'differenceId'],
    indexes: {
      reconciliation_differences_found_by_id: ['differenceId'],
      reconciliation_differences_found_by_newest: ['foundAt', 'differenceId'],
      reconciliation_differences_found_by_subject: ['subject'],
    },
  },
);

/** The tables that a service's own migration makes, for its drift check. */
export const reconciliationTables = [reconciliations, settledEntries, differences];

export const OF_KEY = 'customer_app_id = $1 AND app_type = $2 AND integration_id = $3';

/** The parameters of `OF_KEY`. */
export function columnsOf({ customerAppId, appType, integrationId }: ReconciliationKey): string[] {
  return [customerAppId, appType, integrationId];
}
