import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import { AuthorizationsRepository } from './persistence/authorizations.repository.js';

/** Decides the deferred authorizations whose time has come on the clock of their app. */
@Injectable()
export class SettleDueUseCase {
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
      if (due.length === 0) return settled;
      for (const key of due) {
        await this.transactions.asWorker(async (tx) => {
          const { authorization } = await this.authorizations.get(tx, key);
          await this.authorizations.save(tx, authorization);
        });
      }
      settled += due.length;
    }
  }
}
