import { Injectable } from '@nestjs/common';
import type { PaymentResponse } from '@towpath/contracts/payment-link';
import type { AppTx } from '@towpath/persistence';
import type { Payment } from './domain/payment.js';
import { PaymentView } from './payment.view.js';
import { PaymentRepository } from './persistence/payment.repository.js';
import type { NamedPayments } from './ports.js';

/** Payments of a payer that carry one of the customer app's references. */
@Injectable()
export class FindPaymentsOfReference {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly view: PaymentView,
  ) {}

  /** Newest first. */
  execute(tx: AppTx, named: NamedPayments): Promise<Payment[]> {
    return this.payments.ofReference(tx, named);
  }

  /** Newest first, for resources that show payments inside. */
  async bodies(tx: AppTx, named: NamedPayments): Promise<PaymentResponse[]> {
    return this.view.bodies(tx, await this.payments.ofReference(tx, named));
  }
}
