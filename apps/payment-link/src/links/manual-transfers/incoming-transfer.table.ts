import type { TransferOutcome } from '@towpath/contracts';
import type { CustomerAppId, Id, PaymentAccountId, PaymentId } from '@towpath/kernel';
import { bigint, defineTable, text, time, type RowOf } from '@towpath/persistence';
import type { RefundId } from '../../money/refunds/refund.table.js';
import type { TransferCause } from './transfer-rule.js';

export type IncomingTransferId = Id<'IncomingTransfer'>;

/** Money that arrived at the bank of a settlement account, and its outcome, which never changes. */
export const incomingTransfers = defineTable(
  'incoming_transfers',
  {
    customerAppId: text<CustomerAppId>(),
    incomingTransferId: text<IncomingTransferId>(),
    /** The payer's text; null if there is none. */
    reference: text().orNull(),
    /** Minor units. */
    amount: bigint(),
    currency: text(),
    outcome: text<TransferOutcome>(),
    /** Why money of it went back; null when none did. */
    cause: text<TransferCause>().orNull(),
    /** The settlement account whose books it is in. */
    accountId: text<PaymentAccountId>().named('payment_account_id'),
    /** The manual payment that its reference belongs to. */
    paymentId: text<PaymentId>().orNull(),
    /** Refund of the returned amount. */
    refundId: text<RefundId>().orNull(),
    receivedAt: time(),
  },
  {
    key: ['customerAppId', 'incomingTransferId'],
    indexes: { incoming_transfers_received_at: { columns: ['receivedAt'], type: 'brin' } },
  },
);

export type IncomingTransfer = RowOf<typeof incomingTransfers>;
