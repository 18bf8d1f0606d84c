import type { PaymentAccountId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { ExternalAccount } from './domain/external-account.js';

/** External accounts as the ones that pay; deleted ones are found by nobody. */
export abstract class SenderAccountRepository {
  /** With one query, and one for the keys of their users. */
  abstract byId(
    tx: AppTx,
    accountIds: readonly PaymentAccountId[],
  ): Promise<ReadonlyMap<PaymentAccountId, ExternalAccount>>;
  /** False when there is, or was, an account with this ID. */
  abstract addOnce(tx: AppTx, account: ExternalAccount): Promise<boolean>;
}
