import { Injectable } from '@nestjs/common';
import type { PaymentResponse } from '@towpath/contracts/payment-link';
import type { AppTx } from '@towpath/persistence';
import { PaymentView } from './payment.view.js';
import { PaymentRepository } from './persistence/payment.repository.js';
import type { KeptPayment, NamedPayments } from './ports.js';

/** Payments of a payer that carry one of the customer app's references. */
@Injectable()
export class FindPaymentsOfReference {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly view: PaymentView,
  ) {}

  /** Newest first, with what became of their money. */
  execute(tx: AppTx, named: NamedPayments): Promise<KeptPayment[]> {
    return this.payments.keptOfReference(tx, named);
  }

  /** Newest first, for resources that show payments inside. */
  async bodies(tx: AppTx, named: NamedPayments): Promise<PaymentResponse[]> {
    return this.view.bodies(tx, await this.payments.ofReference(tx, named));
  }
}
