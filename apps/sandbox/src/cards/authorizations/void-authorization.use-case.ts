import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import type { AuthorizationRecord, AuthorizationKey } from './domain/authorization.js';
import { AuthorizationsRepository } from './persistence/authorizations.repository.js';

/** Releases the uncaptured amount. Repeatable. */
@Injectable()
export class VoidAuthorization {
  constructor(
    private readonly transactions: Transactions,
    private readonly authorizations: AuthorizationsRepository,
  ) {}

  execute(key: AuthorizationKey): Promise<AuthorizationRecord> {
    return this.transactions.asWorker(async (tx) => {
      const { authorization, now } = await this.authorizations.get(tx, key);
      authorization.void(now);
      this.authorizations.save(tx, authorization);
      return authorization.record;
    });
  }
}
