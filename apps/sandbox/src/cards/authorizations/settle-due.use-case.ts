import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import { AuthorizationsRepository } from './persistence/authorizations.repository.js';
import type { AuthorizationKey } from './domain/authorization.js';

/** Decides the deferred authorizations whose time has come on the clock of their app. */
@Injectable()
export class SettleDue {
  constructor(
    private readonly transactions: Transactions,
    private readonly authorizations: AuthorizationsRepository,
  ) {}

  /** The number of decided authorizations, of one app or of all. */
  async execute(customerAppId?: string): Promise<number> {
    let settled = 0;
    for (;;) {
      const due = await this.transactions.asWorker((tx) =>
        this.authorizations.due(tx, customerAppId),
      );
      let changed = 0;
      for (const key of due) changed += await this.settle(key);
      settled += changed;
      // A clock that was moved back meanwhile leaves nothing to do, however often it is asked.
      if (changed === 0) return settled;
    }
  }

  private settle(key: AuthorizationKey): Promise<number> {
    return this.transactions.asWorker(async (tx) => {
      const { authorization } = await this.authorizations.get(tx, key);
      this.authorizations.save(tx, authorization);
      return authorization.changes.length;
    });
  }
}
