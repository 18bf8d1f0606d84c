import type {
  CustomerAppId,
  Id,
  PaymentAccountId,
  PaymentAttemptId,
  PaymentId,
  PaymentLinkId,
  PaymentUserId,
  PayoutId,
  Failure,
} from '@towpath/kernel';
import { bigint, defineTable, integer, json, text, time, type RowOf } from '@towpath/persistence';
import type { RefundState } from './refund.transitions.js';

export type RefundId = Id<'Refund'>;

/** The charge that a refund returns. */
export interface RefundedCharge {
  /** The gateway, for example `GW1`. */
  readonly integrationId: string;
  readonly connector: string;
  /** The gateway's own ID, and the account there; null if it needs none, or has one account. */
  readonly gatewayReference: string | null;
  readonly gatewayAccount: string | null;
  /** Our name for the charge. */
  readonly reference: string;
  readonly appType: 'TEST' | 'LIVE';
}

/** Data of the payment for the refund's events, so that no other noun is read. */
export interface RefundFacts {
  readonly paymentLinkId: PaymentLinkId | null;
  readonly userId: PaymentUserId;
  readonly externalUserId: string;
  readonly recipientAccountId: PaymentAccountId;
  readonly metadata: Readonly<Record<string, string>> | null;
  /** Whether a card processor keeps the money of the payment until it pays out. */
  readonly atProcessor?: boolean;
  /** Whether an operator asked for it, and not the customer app. */
  readonly byOperator?: boolean;
}

export const refunds = defineTable(
  'refunds',
  {
    customerAppId: text<CustomerAppId>(),
    refundId: text<RefundId>(),
    paymentId: text<PaymentId>().fixed(),
    /** Only of money that a link did not take. */
    attemptId: text<PaymentAttemptId>().orNull().fixed(),
    /**
     * `UNEXPECTED_MONEY`: a gateway took it, a link did not. `UNEXPECTED_TRANSFER`: of a bank transfer
     * that a link did not take. `REQUESTED`: by the customer app or an operator.
     */
    kind: text<'UNEXPECTED_MONEY' | 'UNEXPECTED_TRANSFER' | 'REQUESTED'>().fixed(),
    /** Null for unexpected money, whose attempt has the charge, and for a refund by payout. */
    charge: json<RefundedCharge>().orNull().fixed(),
    /** The payout that sends it; null if a gateway returns it. */
    payoutId: text<PayoutId>().orNull().fixed(),
    failure: json<Failure>().orNull(),
    /** When to send it to the gateway again, unless the attempt asks. */
    followUpAt: time().orNull(),
    followUpsAsked: integer().default(0),
    status: text<RefundState>(),
    /** Minor units. */
    amount: bigint().fixed(),
    currency: text().fixed(),
    reason: text().fixed(),
    facts: json<RefundFacts>().fixed(),
    sequence: bigint(),
    createdAt: time().fixed(),
    updatedAt: time(),
  },
  {
    key: ['customerAppId', 'refundId'],
    sequence: 'sequence',
    history: { table: 'refund_state_changes', foreignKey: 'refund_state_changes_refund_fkey' },
    indexes: {
      refunds_found_by_newest: ['createdAt', 'refundId'],
      refunds_found_in_app: ['customerAppId', 'createdAt', 'refundId'],
      refunds_found_by_status: ['status', 'createdAt', 'refundId'],
      refunds_found_by_amount: ['amount', 'currency', 'createdAt'],
      refunds_payment: ['customerAppId', 'paymentId'],
      refunds_updated_at: ['customerAppId', 'updatedAt'],
    },
  },
);

export type RefundSnapshot = RowOf<typeof refunds>;
