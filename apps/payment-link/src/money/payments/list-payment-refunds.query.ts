import { Injectable } from '@nestjs/common';
import type { PageRange } from '@towpath/http';
import { parseId, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { FindRefunds } from '../refunds/find-refunds.query.js';
import type { Refund } from '../refunds/domain/refund.js';
import { paymentNotFound } from './payment.errors.js';
import { PaymentRepository } from './persistence/payment.repository.js';

/** Refunds of a payment: pending, executed and failed. */
@Injectable()
export class ListPaymentRefunds {
  constructor(
    private readonly transactions: Transactions,
    private readonly payments: PaymentRepository,
    private readonly findRefunds: FindRefunds,
  ) {}

  /** Newest first, with the number of all. */
  execute(
    customerAppId: CustomerAppId,
    rawPaymentId: string,
    range: PageRange,
  ): Promise<{ readonly refunds: readonly Refund[]; readonly total: number }> {
    const paymentId = parseId<PaymentId>(rawPaymentId);
    if (!paymentId) throw paymentNotFound();
    return this.transactions.forApp(customerAppId, async (tx) => {
      if (!(await this.payments.find(tx, paymentId))) throw paymentNotFound();
      return this.findRefunds.listOf(tx, paymentId, range);
    });
  }
}
