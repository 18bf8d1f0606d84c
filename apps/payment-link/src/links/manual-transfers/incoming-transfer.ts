import type { TransferOutcome } from '@towpath/contracts';
import type { CustomerAppId, Id, PaymentAccountId, PaymentId } from '@towpath/kernel';
import type { RefundId } from '../../money/refunds/refund.table.js';
import type { TransferCause } from '../payment-links/domain/transfer-rule.js';

export type IncomingTransferId = Id<'IncomingTransfer'>;

/** Money that arrived at the bank of a settlement account, and what became of it; it never changes. */
export interface IncomingTransfer {
  readonly incomingTransferId: IncomingTransferId;
  readonly customerAppId: CustomerAppId;
  /** The payer's text; null if there is none. */
  readonly reference: string | null;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly outcome: TransferOutcome;
  /** Why money of it went back; null when none did. */
  readonly cause: TransferCause | null;
  /** The settlement account whose books it is in. */
  readonly accountId: PaymentAccountId;
  /** The manual payment that its reference belongs to. */
  readonly paymentId: PaymentId | null;
  /** Refund of the returned amount. */
  readonly refundId: RefundId | null;
  readonly receivedAt: Date;
}
