import { Injectable } from '@nestjs/common';
import type { ListPaymentMethodsResponse, PaymentMethodResponse } from '@towpath/contracts';
import { parseId, type CustomerAppId, type PaymentUserId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { MandateMethods } from '../../debit/mandate-methods/mandate-methods.js';
import { ListSenders } from '../../parties/payment-users/list-senders.query.js';
import { userNotFound } from '../../parties/payment-users/payment-user.errors.js';
import { PaymentUserView } from '../../parties/payment-users/payment-user.view.js';
import { PaymentMethodView } from './payment-method.view.js';
import { PaymentMethodRepository } from './ports.js';

@Injectable()
export class ListPaymentMethods {
  static readonly errors = ['PAYMENT_USER_NOT_FOUND'] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly methods: PaymentMethodRepository,
    private readonly mandates: MandateMethods,
    private readonly senders: ListSenders,
    private readonly view: PaymentMethodView,
    private readonly users: PaymentUserView,
  ) {}

  /** Newest first, in every status; without the service of mandates there is no answer. */
  async execute(
    customerAppId: CustomerAppId,
    rawUserId: string,
  ): Promise<ListPaymentMethodsResponse> {
    const userId = parseId<PaymentUserId>(rawUserId);
    if (!userId) throw userNotFound();
    const mandates = await this.mandates.ofUser(customerAppId, userId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const user = (await this.senders.execute(tx, [userId])).get(userId);
      if (!user) throw userNotFound();
      const cards = await this.methods.ofUser(tx, userId);
      const bodies = await this.view.bodies(tx, cards);
      const listed = [
        ...bodies.map((body) => ({ createdAt: body.card?.created_at ?? '', body })),
        ...(await this.mandates.bodies(tx, mandates)),
      ];
      return {
        payment_methods: newestFirst(listed),
        sender: this.users.summary(user),
      };
    });
  }
}

interface Listed {
  readonly createdAt: string;
  readonly body: PaymentMethodResponse;
}

function newestFirst(listed: readonly Listed[]): PaymentMethodResponse[] {
  const placed = listed.map(({ createdAt, body }) => ({
    place: `${createdAt} ${body.payment_method_id}`,
    body,
  }));
  return placed.toSorted((a, b) => (a.place < b.place ? 1 : -1)).map(({ body }) => body);
}
