import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { StoredCardsService } from '../../cards/payment-methods/stored-cards.service.js';
import type { PersonTraces } from '../../links/manual-transfers/text-about-person.js';
import { PaymentLinksReads } from '../../links/payment-links/payment-links.reads.js';
import { ExternalAccountsReads } from '../../parties/payment-accounts/external-accounts.reads.js';
import { PaymentAccountsService } from '../../parties/payment-accounts/payment-accounts.service.js';
import { parseUserId } from '../../parties/payment-users/payment-user.js';
import { PaymentUsersService } from '../../parties/payment-users/payment-users.service.js';
import { ErasedTextsService } from './erased-texts.service.js';
import type { ErasePaymentUserRequest, ErasureResponse } from './erasure.dto.js';

/** Reason in public data; the operator's own words stay in the record of the erasure. */
const REASON = 'the payment user was erased';

@Injectable()
export class ErasuresService {
  constructor(
    private readonly db: Transactions,
    private readonly users: PaymentUsersService,
    private readonly accounts: PaymentAccountsService,
    private readonly externalAccounts: ExternalAccountsReads,
    private readonly storedCards: StoredCardsService,
    private readonly links: PaymentLinksReads,
    private readonly texts: ErasedTextsService,
  ) {}

  /**
   * Erases the person of a payment user. Rows about money stay, and so do open links: anyone with
   * the URL can still pay. A repeat returns the first erasure and changes nothing.
   */
  erase({ customer_app_id, user_id, ...asked }: ErasePaymentUserRequest): Promise<ErasureResponse> {
    return this.db.forApp(customer_app_id, async (tx) => {
      const userId = parseUserId(user_id);
      const person = await this.tracesOf(tx, userId);
      const batch = new WriteBatch();
      const { erasedAt, actor, reason } = await this.users.forget(tx, batch, { userId, ...asked });
      await this.accounts.forgetHolder(tx, userId);
      const cancelled = await this.storedCards.cancelOfUser(tx, batch, { userId, reason: REASON });
      tx.write(batch);
      await this.storedCards.forget(tx, userId);
      await this.texts.forget(tx, userId, person);
      return {
        user_id,
        erased_at: erasedAt.toISOString(),
        actor,
        reason,
        cancelled_payment_methods: [...cancelled],
      };
    });
  }

  /**
   * What may name the user in texts, while the user's key exists; nothing of an erased user. Locks
   * the user, so that no account or name is added meanwhile.
   */
  private async tracesOf(tx: AppTx, userId: PaymentUserId): Promise<PersonTraces> {
    const { snapshot } = await this.users.lock(tx, userId);
    const { name, email, userDetails, formerNames = [] } = snapshot.personal;
    const details = userDetails?.flatMap(({ values = [] }) => values) ?? [];
    const senders = await this.links.senderNames(tx, userId);
    const holders = await this.externalAccounts.holdersOf(tx, userId);
    return {
      names: [
        ...[name, email].filter((each) => each !== null),
        ...formerNames,
        ...details,
        ...senders,
        ...holders.map((holder) => holder.name),
      ],
      accountNumbers: holders.map(({ number }) => number?.number ?? ''),
    };
  }
}
