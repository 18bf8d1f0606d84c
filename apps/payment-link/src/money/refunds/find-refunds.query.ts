import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import type { PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
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

  /** One page of the refunds of a payment, newest first, and how many it has. */
  listOf(
    tx: AppTx,
    paymentId: PaymentId,
    range: PageRange,
  ): Promise<{ readonly refunds: readonly Refund[]; readonly total: number }> {
    return this.refunds.listOf(tx, paymentId, range);
  }

  /** Payments with a refund that was executed in the half-open period. */
  executedBetween(
    tx: AppTx,
    period: { readonly from: Date; readonly to: Date },
  ): Promise<PaymentId[]> {
    return this.refunds.executedBetween(tx, period);
  }
}
