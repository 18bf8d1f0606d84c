import { Injectable } from '@nestjs/common';
import type { EnsureMandatePartiesRequest, MandateParties } from '@towpath/contracts/internal';
import type { CustomerAppId, PaymentUserId } from '@towpath/kernel';
import { type AppTx, Transactions, WriteBatch } from '@towpath/persistence';
import { MandateRecipient } from './mandate-recipient.js';
import { ReadMandateParties } from './read-mandate-parties.query.js';
import { PaymentUsersService } from '../../parties/payment-users/payment-users.service.js';

/**
 * Finds or creates the parties of a requested mandate. The settlement account must accept it. The
 * sender is the payment user with that `external_user_id`, or a new one. A repeat finds the parties
 * of the first call.
 */
@Injectable()
export class EnsureMandateParties {
  constructor(
    private readonly transactions: Transactions,
    private readonly recipient: MandateRecipient,
    private readonly users: PaymentUsersService,
    private readonly readMandateParties: ReadMandateParties,
  ) {}

  execute(asked: EnsureMandatePartiesRequest): Promise<MandateParties> {
    const work = async (tx: AppTx): Promise<MandateParties> => {
      const accountId = await this.recipient.of(tx, asked);
      const userId = await this.senderOf(tx, asked);
      const [parties] = await this.readMandateParties.of(tx, [
        { user_id: userId, account_id: accountId },
      ]);
      if (!parties) throw new Error('the parties of a mandate do not exist');
      return parties;
    };
    const customerAppId = asked.customer_app_id as CustomerAppId;
    return this.transactions.forApp(customerAppId, work, { retryOn: ONE_USER });
  }

  private async senderOf(tx: AppTx, asked: EnsureMandatePartiesRequest): Promise<PaymentUserId> {
    const sender = {
      externalUserId: asked.external_user_id,
      name: asked.name ?? null,
      email: asked.email,
      ...(asked.user_type ? { userType: asked.user_type } : {}),
      ...(asked.user_details ? { userDetails: asked.user_details } : {}),
      newUserId: asked.new_user_id as PaymentUserId,
    };
    const known = await this.users.known(tx, sender);
    const batch = new WriteBatch();
    const userId = this.users.ensure(tx, batch, { sender, known });
    if (!known) tx.write(batch);
    return userId;
  }
}

/** The caller chose the ID of a new user, so a repeat at the same moment meets all of its keys. */
const ONE_USER = [
  'payment_users_external_user_id_key',
  'payment_users_pkey',
  'personal_data_keys_pkey',
];
