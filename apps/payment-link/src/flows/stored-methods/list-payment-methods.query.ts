import { Injectable } from '@nestjs/common';
import type {
  ListPaymentMethodsResponse,
  PaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import { parseId, type CustomerAppId, type PaymentUserId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { MandateMethods } from '../../debit/mandate-methods/mandate-methods.js';
import { userNotFound } from '../../parties/payment-users/payment-user.js';
import { PaymentUsersReads } from '../../parties/payment-users/payment-users.reads.js';
import { StoredCardsReads } from '../../cards/payment-methods/stored-cards.reads.js';

@Injectable()
export class ListPaymentMethods {
  constructor(
    private readonly transactions: Transactions,
    private readonly cards: StoredCardsReads,
    private readonly mandates: MandateMethods,
    private readonly listSenders: PaymentUsersReads,
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
      const user = (await this.listSenders.byId(tx, [userId])).get(userId);
      if (!user) throw userNotFound();
      const cards = await this.cards.bodiesOfUser(tx, userId);
      const listed = [
        ...cards.map((body) => ({ createdAt: body.card?.created_at ?? '', body })),
        ...(await this.mandates.bodies(tx, mandates)),
      ];
      return {
        payment_methods: newestFirst(listed),
        sender: this.listSenders.summary(user),
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
