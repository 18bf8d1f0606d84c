import { Injectable } from '@nestjs/common';
import type { PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { Payment } from './domain/payment.js';
import { PaymentRepository } from './persistence/payment.repository.js';

/** Payments many at a time, for those who compare the books with others. */
@Injectable()
export class FindPayments {
  constructor(private readonly payments: PaymentRepository) {}

  /** Those of the IDs that there are, in no order. */
  execute(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<Payment[]> {
    return this.payments.findAll(tx, paymentIds);
  }

  /** Executed in the half-open period: a page of the IDs in their order. */
  executedBetween(
    tx: AppTx,
    period: { readonly from: Date; readonly to: Date },
    page: { readonly after: PaymentId | null; readonly limit: number },
  ): Promise<PaymentId[]> {
    return this.payments.executedBetween(tx, period, page);
  }
}
