import { Injectable } from '@nestjs/common';
import type { EnsureMandatePartiesRequest, MandateParties } from '@towpath/contracts/internal';
import type { CustomerAppId, PaymentUserId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { PaymentUsersService } from '../../parties/payment-users/payment-users.service.js';
import { MandatePartiesReads } from './mandate-parties.reads.js';

/** The caller chose the ID of a new user, so a repeat at the same moment meets all of its keys. */
const ONE_USER = [
  'payment_users_external_user_id_key',
  'payment_users_pkey',
  'personal_data_keys_pkey',
];

@Injectable()
export class MandatePartiesService {
  constructor(
    private readonly db: Transactions,
    private readonly users: PaymentUsersService,
    private readonly reads: MandatePartiesReads,
  ) {}

  /**
   * Finds or creates the parties of a requested mandate. The settlement account must accept it. The
   * sender is the payment user with that `external_user_id`, or a new one. A repeat finds the
   * parties of the first call.
   */
  ensure(asked: EnsureMandatePartiesRequest): Promise<MandateParties> {
    const work = async (tx: AppTx): Promise<MandateParties> => {
      const { accountId: account_id } = await this.reads.recipient(tx, asked);
      return this.reads.ofOne(tx, { user_id: await this.sender(tx, asked), account_id });
    };
    const customerAppId = asked.customer_app_id as CustomerAppId;
    return this.db.forApp(customerAppId, work, { retryOn: ONE_USER });
  }

  private async sender(tx: AppTx, asked: EnsureMandatePartiesRequest): Promise<PaymentUserId> {
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
