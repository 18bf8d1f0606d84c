import type { CustomerAppId } from '@towpath/kernel';
import { bigint, defineTable, text, time } from '@towpath/persistence';

/** The last check of the balances of each customer app. */
export const ledgerChecks = defineTable(
  'ledger_checks',
  {
    customerAppId: text<CustomerAppId>(),
    currency: text(),
    /** What the balances lack to zero, minor units, without its sign. */
    drift: bigint(),
    /** Real time. */
    checkedAt: time(),
  },
  { key: ['customerAppId', 'currency'] },
);
