import type { CustomerAppId } from '@towpath/kernel';
import { boolean, defineTable, integer, text, time } from '@towpath/persistence';

/** The last move of the clock of each app. */
export const clockMoves = defineTable(
  'clock_moves',
  {
    customerAppId: text<CustomerAppId>(),
    target: time().orNull().named('target_at'),
    advanceSeconds: integer().orNull(),
    frozen: boolean(),
    settled: boolean(),
    updatedAt: time(),
  },
  {
    key: ['customerAppId'],
    foreignKeys: { clock_moves_app_fkey: { columns: ['customerAppId'], to: 'customer_apps' } },
  },
);
