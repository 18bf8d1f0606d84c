import { Injectable } from '@nestjs/common';
import type { PaymentResponse } from '@towpath/contracts/payment-link';
import type { PageRange } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { PaymentView } from './payment.view.js';
import { PaymentRepository } from './persistence/payment.repository.js';
import type { PaymentFilters } from './ports.js';

interface ListedPayment {
  readonly id: string;
  readonly created_at: Date;
  readonly body: PaymentResponse;
}

@Injectable()
export class ListPayments {
  constructor(
    private readonly transactions: Transactions,
    private readonly payments: PaymentRepository,
    private readonly view: PaymentView,
  ) {}

  /** Newest first, with the number of all that match. */
  execute(
    customerAppId: CustomerAppId,
    filters: PaymentFilters,
    range: PageRange,
  ): Promise<{ readonly rows: ListedPayment[]; readonly total: number }> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const { payments, total } = await this.payments.list(tx, filters, range);
      const bodies = await this.view.bodies(tx, payments);
      const rows = payments.flatMap(({ snapshot }, index) => {
        const body = bodies[index];
        return body ? [{ id: snapshot.paymentId, created_at: snapshot.createdAt, body }] : [];
      });
      return { rows, total };
    });
  }
}
