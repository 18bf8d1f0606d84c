import { bigint, defineTable, text, time, type RowOf } from '@towpath/persistence';

/** Money that arrived for a merchant. */
export const bankTransfers = defineTable(
  'bank_transfers',
  {
    /** The bank's name for it; the same again under it is the same transfer. */
    reference: text(),
    customerAppId: text(),
    /** Minor units. */
    amount: bigint(),
    currency: text(),
    /** What the payer wrote; null for nothing. */
    text: text().orNull(),
    requestHash: text(),
    bookedAt: time(),
  },
  {
    key: ['reference'],
    indexes: { bank_transfers_booked: ['customerAppId', 'bookedAt', 'reference'] },
  },
);

export type BankTransfer = RowOf<typeof bankTransfers>;
