import { Injectable } from '@nestjs/common';
import type { ListPaymentMethodsResponse } from '@towpath/contracts';
import { parseId, type CustomerAppId, type PaymentUserId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { ListSenders } from '../payment-users/list-senders.query.js';
import { userNotFound } from '../payment-users/payment-user.errors.js';
import { PaymentUserView } from '../payment-users/payment-user.view.js';
import { PaymentMethodView } from './payment-method.view.js';
import { PaymentMethodRepository } from './ports.js';

@Injectable()
export class ListPaymentMethods {
  static readonly errors = ['PAYMENT_USER_NOT_FOUND'] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly methods: PaymentMethodRepository,
    private readonly senders: ListSenders,
    private readonly view: PaymentMethodView,
    private readonly users: PaymentUserView,
  ) {}

  execute(customerAppId: CustomerAppId, rawUserId: string): Promise<ListPaymentMethodsResponse> {
    const userId = parseId<PaymentUserId>(rawUserId);
    if (!userId) throw userNotFound();
    return this.transactions.forApp(customerAppId, async (tx) => {
      const user = (await this.senders.execute(tx, [userId])).get(userId);
      if (!user) throw userNotFound();
      const cards = await this.methods.ofUser(tx, userId);
      return {
        payment_methods: await this.view.bodies(tx, cards),
        sender: this.users.summary(user),
      };
    });
  }
}
