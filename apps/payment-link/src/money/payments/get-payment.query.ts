import { Injectable } from '@nestjs/common';
import type { PaymentResponse } from '@towpath/contracts/payment-link';
import { parseId, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import type { Payment } from './domain/payment.js';
import { paymentNotFound } from './payment.errors.js';
import { PaymentView } from './payment.view.js';
import { PaymentRepository } from './persistence/payment.repository.js';

@Injectable()
export class GetPayment {
  constructor(
    private readonly transactions: Transactions,
    private readonly payments: PaymentRepository,
    private readonly view: PaymentView,
  ) {}

  execute(customerAppId: CustomerAppId, rawPaymentId: string): Promise<PaymentResponse> {
    const paymentId = parseId<PaymentId>(rawPaymentId);
    if (!paymentId) throw paymentNotFound();
    const read = async (tx: AppTx): Promise<PaymentResponse> => {
      const body = await this.body(tx, paymentId);
      if (!body) throw paymentNotFound();
      return body;
    };
    return this.transactions.forApp(customerAppId, read, { readOnly: true });
  }

  /** For resources that show a payment inside. */
  async body(tx: AppTx, paymentId: PaymentId): Promise<PaymentResponse | undefined> {
    const payment = await this.payments.find(tx, paymentId);
    return payment ? this.show(tx, payment) : undefined;
  }

  /** A payment that was just committed; in one round trip. */
  async show(tx: AppTx, payment: Payment): Promise<PaymentResponse> {
    const [body] = await this.view.bodies(tx, [payment]);
    if (!body) throw new Error(`payment ${payment.snapshot.paymentId} is not shown`);
    return body;
  }
}
