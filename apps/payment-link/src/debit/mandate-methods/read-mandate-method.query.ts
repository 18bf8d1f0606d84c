import { Injectable } from '@nestjs/common';
import type { PaymentMethodResponse } from '@towpath/contracts/payment-link';
import type { CustomerAppId, PaymentMethodId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { MandateMethods } from './mandate-methods.js';

/** A mandate as a payment method: a network call, never in a transaction. */
@Injectable()
export class ReadMandateMethod {
  constructor(
    private readonly transactions: Transactions,
    private readonly mandates: MandateMethods,
  ) {}

  /** Undefined when no stored method of the app is a mandate with this ID. */
  async execute(
    customerAppId: CustomerAppId,
    id: PaymentMethodId,
  ): Promise<PaymentMethodResponse | undefined> {
    const mandate = await this.mandates.find(customerAppId, id);
    if (!mandate) return undefined;
    return this.transactions.forApp(customerAppId, async (tx) => {
      const [listed] = await this.mandates.bodies(tx, [mandate]);
      return listed?.body;
    });
  }
}
