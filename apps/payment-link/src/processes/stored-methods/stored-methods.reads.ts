import { Injectable } from '@nestjs/common';
import type {
  ListPaymentMethodsResponse,
  PaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import {
  methodNotFound,
  parseMethodId,
  StoredCardsReads,
} from '../../cards/payment-methods/stored-cards.reads.js';
import { MandateDirectoryService } from '../../debit/mandate-directory/mandate-directory.service.js';
import { MandateMethodsReads } from '../../debit/mandate-methods/mandate-methods.reads.js';
import { InstitutionNamesReads } from '../../parties/institution-names/institution-names.reads.js';
import { parseUserId, userNotFound } from '../../parties/payment-users/payment-user.js';
import { PaymentUsersReads } from '../../parties/payment-users/payment-users.reads.js';

/** Stored cards, and mandates that another service keeps. */
@Injectable()
export class StoredMethodsReads {
  constructor(
    private readonly db: Transactions,
    private readonly cards: StoredCardsReads,
    private readonly directory: MandateDirectoryService,
    private readonly mandates: MandateMethodsReads,
    private readonly users: PaymentUsersReads,
    private readonly names: InstitutionNamesReads,
  ) {}

  /** Newest first, in every status; without the service of mandates there is no answer. */
  async list(app: CustomerAppId, rawUserId: string): Promise<ListPaymentMethodsResponse> {
    const userId = parseUserId(rawUserId);
    const mandates = await this.directory.read(app, { userId });
    const read = async (tx: AppTx) => {
      const user = (await this.users.byId(tx, [userId])).get(userId);
      if (!user) throw userNotFound();
      const cards = await this.cards.bodiesOfUser(tx, userId);
      const listed = [
        ...cards.map((body) => ({ createdAt: body.card?.created_at ?? '', body })),
        ...(await this.mandates.bodies(tx, mandates)),
      ];
      return { payment_methods: newestFirst(listed), sender: this.users.summary(user) };
    };
    return this.names.shown(await this.db.forApp(app, read, { readOnly: true }));
  }

  async get(app: CustomerAppId, rawId: string): Promise<PaymentMethodResponse> {
    const id = parseMethodId(rawId);
    const read = (tx: AppTx) => this.cards.body(tx, id);
    const card = await this.db.forApp(app, read, { readOnly: true });
    const body = card ?? (await this.mandates.get(app, id));
    if (!body) throw methodNotFound();
    return this.names.shown(body);
  }
}

interface Listed {
  readonly createdAt: string;
  readonly body: PaymentMethodResponse;
}

function newestFirst(listed: readonly Listed[]): PaymentMethodResponse[] {
  const placeOf = ({ createdAt, body }: Listed) => `${createdAt} ${body.payment_method_id}`;
  return listed.toSorted((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1)).map(({ body }) => body);
}
