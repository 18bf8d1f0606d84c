import { Injectable } from '@nestjs/common';
import type { PaymentResponse } from '@towpath/contracts/payment-link';
import { parseId, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { paymentNotFound } from './payment.errors.js';
import { PaymentView } from './payment.view.js';
import { PaymentRepository } from './persistence/payment.repository.js';
import type { PaymentPatch } from './ports.js';

/**
 * Changes the customer app's notes on a payment, not its status: there is no history row and no
 * event, and `updated_at` stays. Later events contain the new metadata.
 */
@Injectable()
export class UpdatePayment {
  constructor(
    private readonly transactions: Transactions,
    private readonly payments: PaymentRepository,
    private readonly view: PaymentView,
  ) {}

  execute(
    customerAppId: CustomerAppId,
    rawPaymentId: string,
    patch: PaymentPatch,
  ): Promise<PaymentResponse> {
    const paymentId = parseId<PaymentId>(rawPaymentId);
    if (!paymentId) throw paymentNotFound();
    return this.transactions.forApp(customerAppId, async (tx) => {
      const payment = await this.payments.patch(tx, paymentId, patch);
      const [body] = payment ? await this.view.bodies(tx, [payment]) : [];
      if (!body) throw paymentNotFound();
      return body;
    });
  }
}
