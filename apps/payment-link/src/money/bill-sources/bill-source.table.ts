import type { CustomerAppId } from '@towpath/kernel';
import { defineTable, text, time } from '@towpath/persistence';

/** How far the bills of an app were read at a billing system. */
export const billSources = defineTable(
  'bill_sources',
  {
    customerAppId: text<CustomerAppId>(),
    appType: text<'TEST' | 'LIVE'>(),
    integrationId: text(),
    /** The last cursor that was read; null before the first one. */
    readUntil: text().orNull(),
    dueAt: time(),
  },
  { key: ['customerAppId', 'appType', 'integrationId'] },
);
