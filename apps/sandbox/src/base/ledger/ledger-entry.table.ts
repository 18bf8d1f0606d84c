import { bigint, defineTable, text, time, type RowOf } from '@towpath/persistence';
import type { PartyName } from '../parties/parties.js';

/** One row has a debit account, a credit account and an amount, so the books always balance. */
export const ledgerEntries = defineTable(
  'ledger_entries',
  {
    entryId: text(),
    gateway: text<PartyName>(),
    customerAppId: text(),
    /** The reference if the merchant named no payment. */
    paymentId: text(),
    reference: text(),
    pspReference: text(),
    kind: text<
      | 'CHARGE'
      | 'REFUND'
      | 'REFUND_REVERSED'
      | 'RETURN'
      | 'RETURN_REVERSED'
      | 'PAYOUT'
      | 'PAYOUT_REVERSED'
    >(),
    debitAccount: text(),
    creditAccount: text(),
    /** Minor units. */
    amount: bigint(),
    currency: text(),
    bookedAt: time(),
  },
  {
    key: ['entryId'],
    indexes: {
      ledger_entries_payment: ['customerAppId', 'paymentId'],
      ledger_entries_booked_at: ['gateway', 'bookedAt', 'entryId'],
    },
  },
);

export type LedgerEntry = RowOf<typeof ledgerEntries>;
