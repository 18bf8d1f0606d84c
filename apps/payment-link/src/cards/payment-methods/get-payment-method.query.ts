import { Injectable } from '@nestjs/common';
import type { PaymentMethodResponse } from '@towpath/contracts';
import type { CustomerAppId, PaymentMethodId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { MandateMethods } from '../../debit/mandate-methods/mandate-methods.js';
import { methodNotFound, parseMethodId } from './payment-method.errors.js';
import { PaymentMethodView } from './payment-method.view.js';
import { PaymentMethodRepository } from './ports.js';

@Injectable()
export class GetPaymentMethod {
  static readonly errors = ['PAYMENT_METHOD_NOT_FOUND'] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly methods: PaymentMethodRepository,
    private readonly mandates: MandateMethods,
    private readonly view: PaymentMethodView,
  ) {}

  async execute(customerAppId: CustomerAppId, rawId: string): Promise<PaymentMethodResponse> {
    const id = parseMethodId(rawId);
    const card = await this.transactions.forApp(customerAppId, (tx) => this.body(tx, id));
    const body = card ?? (await this.mandate(customerAppId, id));
    if (!body) throw methodNotFound();
    return body;
  }

  /** A method that another service keeps: a network call, never in a transaction. */
  async mandate(
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

  /** A card, for resources that show a method inside. */
  async body(tx: AppTx, id: PaymentMethodId): Promise<PaymentMethodResponse | undefined> {
    const card = await this.methods.find(tx, id);
    const [body] = card ? await this.view.bodies(tx, [card]) : [];
    return body;
  }
}
