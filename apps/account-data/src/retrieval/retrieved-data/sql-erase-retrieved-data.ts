import { Injectable } from '@nestjs/common';
import { PersonalDataVault, Transactions } from '@towpath/persistence';
import {
  EraseRetrievedData,
  type RetrievedFor,
} from '../../banks/institution-connections/retrieved-data.js';
import { EXCLUSIVE_LOCK } from './login-identity-lock.js';

const TABLES = ['transactions', 'account_balances', 'statements', 'identities', 'accounts'];

@Injectable()
export class SqlEraseRetrievedData extends EraseRetrievedData {
  constructor(
    private readonly transactions: Transactions,
    private readonly vault: PersonalDataVault,
  ) {
    super();
  }

  override execute(whose: Pick<RetrievedFor, 'customerAppId' | 'loginIdentityId'>): Promise<void> {
    const { customerAppId, loginIdentityId } = whose;
    const lock = { sql: EXCLUSIVE_LOCK, params: [loginIdentityId] };
    return this.transactions.forAppReading(customerAppId, lock, async (tx) => {
      await this.vault.destroy(tx, loginIdentityId);
      for (const table of TABLES) {
        await tx.query(
          `DELETE FROM ${table} WHERE customer_app_id = $1 AND login_identity_id = $2`,
          [customerAppId, loginIdentityId],
        );
      }
    });
  }
}
