import { bigint, defineTable, text, time, type RowOf } from '@towpath/persistence';

/** The clock of one app, as the gateway sets it. A frozen clock shows `frozenAt`. */
export const appClocks = defineTable(
  'app_clocks',
  {
    customerAppId: text(),
    offsetMs: bigint(),
    frozenAt: time().orNull(),
    updatedAt: time()
      .default(() => 'now()')
      .byDatabase(),
  },
  { key: ['customerAppId'] },
);

export type AppClock = RowOf<typeof appClocks>;
