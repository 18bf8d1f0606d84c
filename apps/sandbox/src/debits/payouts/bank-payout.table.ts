import { bigint, defineTable, json, text, time, type RowOf } from '@towpath/persistence';
import type { BankReason } from '../direct-debit/debit-outcomes.js';

export const bankPayouts = defineTable(
  'bank_payouts',
  {
    /** Chosen by the merchant; the same request may be sent again under it. */
    reference: text(),
    customerAppId: text(),
    debtorAccount: text(),
    creditorName: text(),
    last4: text(),
    fingerprint: text(),
    /** Minor units. */
    amount: bigint(),
    currency: text(),
    text: text().orNull(),
    requestHash: text(),
    state: text<'EXECUTED' | 'REJECTED' | 'RETURNED'>(),
    reason: json<BankReason>().orNull(),
    orderReference: text(),
    transactionReference: text().orNull(),
    createdAt: time(),
  },
  { key: ['reference'] },
);

export type BankPayoutRecord = RowOf<typeof bankPayouts>;
