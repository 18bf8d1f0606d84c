import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import { CardTokensRepository } from './persistence/card-tokens.repository.js';

/** Deletes one-time tokens that were not used within a day. */
@Injectable()
export class ForgetStaleTokens {
  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: CardTokensRepository,
  ) {}

  execute(): Promise<void> {
    return this.transactions.asWorker((tx) => this.tokens.deleteStale(tx));
  }
}
