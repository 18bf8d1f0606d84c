import { Injectable } from '@nestjs/common';
import { DomainError, newId } from '@towpath/kernel';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import type { Payment } from '../payments/payment.js';
import { PayoutsService, type PreparedPayout } from '../payouts/payouts.service.js';
import type { RefundId } from '../refunds/refund.table.js';
import type { RefundTerms } from '../refunds/refund.js';
import { RefundsService, type NewRefund } from '../refunds/refunds.service.js';

/** Refunds of direct debits, which payouts send because no gateway returns them. */
@Injectable()
export class PayoutRefundsService {
  constructor(
    private readonly refunds: RefundsService,
    private readonly payouts: PayoutsService,
  ) {}

  /**
   * Sends a refund to the paying account. The caller has reserved the amount of the payment; a
   * refusal undoes that: `REFUND_NOT_ALLOWED`, `INSUFFICIENT_BALANCE`. One statement writes the
   * refund, the payout and the hold.
   */
  async start(tx: AppTx, asked: NewRefund, payment: Payment): Promise<RefundId> {
    const refundId = asked.refundId ?? newId<RefundId>(tx.systemNow);
    const prepared = await this.prepare(tx, { ...asked, refundId }, payment);
    const batch = new WriteBatch();
    const { id: payoutId } = this.payouts.start(tx, batch, prepared);
    this.refunds.requestByPayout(tx, batch, { ...asked, refundId, payoutId });
    tx.write(batch);
    return refundId;
  }

  private async prepare(
    tx: AppTx,
    { refundId, amount, currency }: Pick<RefundTerms, 'refundId' | 'amount' | 'currency'>,
    { snapshot }: Payment,
  ): Promise<PreparedPayout> {
    const { senderAccountId } = snapshot;
    if (senderAccountId === null) throw notPayable();
    try {
      return await this.payouts.prepare(tx, {
        type: 'ON_DEMAND',
        amount,
        currency,
        description: null,
        externalTransactionReference: refundId,
        metadata: null,
        senderAccountId: snapshot.recipientAccountId,
        recipientAccountId: senderAccountId,
        confirm: true,
      });
    } catch (error) {
      // Deleted, erased, or known by the end of its number only.
      throw error instanceof DomainError ? notPayable() : error;
    }
  }
}

function notPayable(): DomainError {
  const explanation = 'Nothing can be paid to the account that the payment came from.';
  return new DomainError('REFUND_NOT_ALLOWED', explanation);
}
