import { Injectable } from '@nestjs/common';
import type { PageQuery } from '@towpath/contracts';
import type { ListRefundsResponse } from '@towpath/contracts/payment-link';
import { pageOf, rangeOf } from '@towpath/http';
import type { PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { refundBody } from './refund.view.js';
import type { Refund } from './domain/refund.js';
import { RefundRepository } from './persistence/refund.repository.js';

/** Money that returned to payers, for reconciliation. */
@Injectable()
export class FindRefunds {
  constructor(private readonly refunds: RefundRepository) {}

  /** All refunds of the payments. */
  execute(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<Refund[]> {
    return this.refunds.ofPayments(tx, paymentIds);
  }

  /** Those of one payment, newest first. */
  async listOf(tx: AppTx, paymentId: PaymentId, query: PageQuery): Promise<ListRefundsResponse> {
    const { refunds, total } = await this.refunds.listOf(tx, paymentId, rangeOf(query));
    const ids = refunds.map(({ snapshot }) => ({
      id: snapshot.refundId,
      created_at: snapshot.createdAt,
    }));
    const { next_cursor } = pageOf(ids, total, query);
    return { refunds: refunds.map(refundBody), total_refunds: total, next_cursor };
  }

  /** Payments with a refund that was executed in the half-open period. */
  executedBetween(
    tx: AppTx,
    period: { readonly from: Date; readonly to: Date },
  ): Promise<PaymentId[]> {
    return this.refunds.executedBetween(tx, period);
  }
}
