import type { CustomerAppId, DisputeId, PaymentAccountId, PaymentId } from '@towpath/kernel';
import { bigint, defineTable, text, time, type RowOf } from '@towpath/persistence';
import type { DisputeHoldState } from './dispute-hold.transitions.js';

export const disputeHolds = defineTable(
  'payment_disputes',
  {
    customerAppId: text<CustomerAppId>(),
    disputeId: text<DisputeId>(),
    paymentId: text<PaymentId>().fixed(),
    recipientAccountId: text<PaymentAccountId>().fixed(),
    /** Currency of the payment. */
    currency: text().fixed(),
    status: text<DisputeHoldState>(),
    /** The disputed amount in minor units; less is held if less of the payment was left. */
    asked: bigint().default(0),
    /** Minor units that are held, or were settled; nothing after the release. */
    amount: bigint(),
    fee: bigint(),
    sequence: bigint(),
    createdAt: time().fixed(),
    updatedAt: time(),
  },
  {
    key: ['customerAppId', 'disputeId'],
    sequence: 'sequence',
    history: {
      table: 'payment_dispute_state_changes',
      foreignKey: 'payment_dispute_state_changes_dispute_fkey',
    },
    indexes: { payment_disputes_payment: ['customerAppId', 'paymentId'] },
  },
);

export type DisputeHoldSnapshot = RowOf<typeof disputeHolds>;
