import type { TransferOutcome } from '@towpath/contracts';
import type { CustomerAppId, Id, PaymentAccountId, PaymentId } from '@towpath/kernel';
import { bigint, defineTable, text, time, type RowOf } from '@towpath/persistence';
import type { RefundId } from '../../money/refunds/refund.table.js';
import type { TransferCause } from './transfer-rule.js';

export type IncomingTransferId = Id<'IncomingTransfer'>;

/**
 * Money that arrived at the bank of a settlement account, and its outcome. Only an operator changes
 * an outcome, once: that of unmatched money.
 */
export const incomingTransfers = defineTable(
  'incoming_transfers',
  {
    customerAppId: text<CustomerAppId>(),
    incomingTransferId: text<IncomingTransferId>(),
    /** The payer's text while it is unmatched, then our own reference; null if there is none. */
    reference: text().orNull(),
    /** Minor units. */
    amount: bigint().fixed(),
    currency: text().fixed(),
    outcome: text<TransferOutcome>(),
    /** Why money of it went back; null when none did. */
    cause: text<TransferCause>().orNull(),
    /** The settlement account whose books it is in. */
    accountId: text<PaymentAccountId>().named('payment_account_id'),
    /** The manual payment that its reference belongs to. */
    paymentId: text<PaymentId>().orNull(),
    /** Refund of the returned amount. */
    refundId: text<RefundId>().orNull(),
    receivedAt: time().fixed(),
    /** When an operator gave it to a payment link, or back; null if the rules alone decided. */
    decidedAt: time().orNull(),
    /** The operator's action that did. */
    actionId: text().orNull(),
  },
  {
    key: ['customerAppId', 'incomingTransferId'],
    indexes: {
      incoming_transfers_received_at: { columns: ['receivedAt'], type: 'brin' },
      incoming_transfers_found_by_newest: ['receivedAt', 'incomingTransferId'],
      incoming_transfers_found_in_app: ['customerAppId', 'receivedAt', 'incomingTransferId'],
      incoming_transfers_found_by_status: ['outcome', 'receivedAt', 'incomingTransferId'],
      incoming_transfers_found_by_amount: ['amount', 'currency', 'receivedAt'],
    },
  },
);

export type IncomingTransfer = RowOf<typeof incomingTransfers>;
