import type { CustomerAppId, PaymentAccountId, PaymentId } from '@towpath/kernel';
import {
  bigint,
  boolean,
  defineTable,
  numeric,
  text,
  time,
  type RowOf,
} from '@towpath/persistence';
import type { ProcessorEntryKind, ProcessorPayoutStatus } from './processor-list.js';

/** The place as reconciliation names it: one connector, for apps of one type. */
const place = {
  customerAppId: text<CustomerAppId>(),
  appType: text<'TEST' | 'LIVE'>(),
  integrationId: text(),
};

/** What a card processor moved in an account, as it listed it. Amounts: minor units. */
export const processorEntries = defineTable(
  'processor_entries',
  {
    ...place,
    entryId: text(),
    gatewayAccount: text().orNull(),
    kind: text<ProcessorEntryKind>(),
    reference: text().orNull(),
    /** Of a payment here, or one that the processor names and that is not here. */
    paymentId: text<PaymentId>().orNull(),
    /** The settlement account in whose books it is; null if none names the account any more. */
    paymentAccountId: text<PaymentAccountId>().orNull(),
    amount: bigint(),
    fee: bigint(),
    net: bigint(),
    currency: text(),
    presentmentAmount: bigint().orNull(),
    presentmentCurrency: text().orNull(),
    rate: numeric().orNull(),
    /** Whether it is of an executed payment of the processor. It does not change back. */
    isOfPayment: boolean(),
    /** Whether the books have its money at the processor. It does not change back. */
    isCounted: boolean(),
    payoutReference: text().orNull(),
    settledAt: time(),
    readAt: time(),
  },
  {
    key: ['customerAppId', 'appType', 'integrationId', 'entryId'],
    indexes: {
      processor_entries_payment: {
        columns: ['customerAppId', 'paymentId'],
        where: 'payment_id IS NOT NULL',
      },
      processor_entries_open: {
        columns: ['customerAppId', 'paymentId'],
        where: 'NOT is_counted AND payment_id IS NOT NULL',
      },
      processor_entries_payout: {
        columns: ['customerAppId', 'payoutReference'],
        where: 'payout_reference IS NOT NULL',
      },
      processor_entries_unpaid: { columns: ['settledAt'], where: 'payout_reference IS NULL' },
      processor_entries_about_payout: {
        columns: ['customerAppId', 'reference'],
        where: "kind = ANY (ARRAY['PAYOUT', 'PAYOUT_REVERSED'])",
      },
    },
  },
);

export type ProcessorEntryRow = RowOf<typeof processorEntries>;

/** What a card processor paid out of an account. Amounts: minor units. */
export const processorPayouts = defineTable(
  'processor_payouts',
  {
    ...place,
    payoutReference: text(),
    gatewayAccount: text().orNull(),
    /** The settlement account that bears what the entries do not explain, if it has none. */
    paymentAccountId: text<PaymentAccountId>().orNull(),
    status: text<ProcessorPayoutStatus>(),
    amount: bigint(),
    others: bigint(),
    /** Whether its entries come to its amount: they are all known. Or another one lists it. */
    isExplained: boolean().default(false),
    /** What it moves in our books, in all settlement accounts together. */
    moved: bigint().default(0),
    currency: text(),
    failure: text().orNull(),
    startedAt: time(),
    readAt: time(),
  },
  { key: ['customerAppId', 'appType', 'integrationId', 'payoutReference'] },
);

export type ProcessorPayoutRow = RowOf<typeof processorPayouts>;
