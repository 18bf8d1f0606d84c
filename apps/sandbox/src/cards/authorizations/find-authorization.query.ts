import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import type {
  AuthorizationRecord,
  AuthorizationKey,
  StoredRefund,
} from './domain/authorization.js';
import { AuthorizationsRepository } from './persistence/authorizations.repository.js';

interface FoundAuthorization {
  readonly record: AuthorizationRecord;
  readonly refunds: readonly StoredRefund[];
}

/** The present status, including work that is due by the app's clock. */
@Injectable()
export class FindAuthorization {
  constructor(
    private readonly transactions: Transactions,
    private readonly authorizations: AuthorizationsRepository,
  ) {}

  execute(key: AuthorizationKey): Promise<FoundAuthorization> {
    return this.transactions.asWorker(async (tx) => {
      const { authorization } = await this.authorizations.get(tx, key);
      this.authorizations.save(tx, authorization);
      const refunds = await this.authorizations.listRefunds(tx, key);
      return { record: authorization.record, refunds };
    });
  }
}
