import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentMethodId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { parseUserId } from '../../parties/payment-users/payment-user.js';
import type { Erasure } from '../../parties/payment-users/payment-user.table.js';
import { FindPersonTraces } from './find-person-traces.query.js';
import { ForgetTexts } from './forget-texts.js';
import { PaymentUsersService } from '../../parties/payment-users/payment-users.service.js';
import { PaymentAccountsService } from '../../parties/payment-accounts/payment-accounts.service.js';
import { StoredCardsService } from '../../cards/payment-methods/stored-cards.service.js';

interface ErasureOrder {
  readonly customerAppId: CustomerAppId;
  readonly userId: string;
  readonly actor: string;
  readonly reason: string;
}

interface ErasedUser extends Erasure {
  /** Those that this call cancelled; none when it repeats an earlier one. */
  readonly cancelledMethods: readonly PaymentMethodId[];
}

/** Reason in public data; the operator's own words stay in the record of the erasure. */
const REASON = 'the payment user was erased';

/**
 * Erases the person of a payment user for an operator. Rows about money stay, and so do open links:
 * anyone with the URL can still pay. A repeat returns the first erasure and changes nothing.
 */
@Injectable()
export class ErasePaymentUser {
  constructor(
    private readonly transactions: Transactions,
    private readonly findPersonTraces: FindPersonTraces,
    private readonly users: PaymentUsersService,
    private readonly accounts: PaymentAccountsService,
    private readonly storedCards: StoredCardsService,
    private readonly forgetTexts: ForgetTexts,
  ) {}

  execute(order: ErasureOrder): Promise<ErasedUser> {
    return this.transactions.forApp(order.customerAppId, (tx) => this.erase(tx, order));
  }

  private async erase(
    tx: AppTx,
    { userId: raw, actor, reason }: ErasureOrder,
  ): Promise<ErasedUser> {
    const userId = parseUserId(raw);
    const person = await this.findPersonTraces.execute(tx, userId);
    const batch = new WriteBatch();
    const erasure = await this.users.forget(tx, batch, {
      userId,
      actor,
      reason,
    });
    await this.accounts.forgetHolder(tx, userId);
    const cancelled = await this.storedCards.cancelOfUser(tx, batch, { userId, reason: REASON });
    tx.write(batch);
    await this.storedCards.forget(tx, userId);
    await this.forgetTexts.execute(tx, userId, person);
    return { ...erasure, cancelledMethods: cancelled };
  }
}
