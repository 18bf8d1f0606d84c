import { Injectable } from '@nestjs/common';
import type { PaymentMethodResponse } from '@towpath/contracts';
import type { CustomerAppId, PaymentMethodId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { methodNotFound, parseMethodId } from './payment-method.errors.js';
import { PaymentMethodView } from './payment-method.view.js';
import { PaymentMethodRepository } from './ports.js';

@Injectable()
export class GetPaymentMethod {
  static readonly errors = ['PAYMENT_METHOD_NOT_FOUND'] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly methods: PaymentMethodRepository,
    private readonly view: PaymentMethodView,
  ) {}

  execute(customerAppId: CustomerAppId, rawId: string): Promise<PaymentMethodResponse> {
    const id = parseMethodId(rawId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const body = await this.body(tx, id);
      if (!body) throw methodNotFound();
      return body;
    });
  }

  /** For resources that show a method inside. */
  async body(tx: AppTx, id: PaymentMethodId): Promise<PaymentMethodResponse | undefined> {
    const card = await this.methods.find(tx, id);
    const [body] = card ? await this.view.bodies(tx, [card]) : [];
    return body;
  }
}
