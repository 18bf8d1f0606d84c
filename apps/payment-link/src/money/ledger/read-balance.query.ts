import { Injectable } from '@nestjs/common';
import type { AppTx } from '@towpath/persistence';
import { LedgerRepository } from './persistence/ledger.repository.js';
import type { LedgerAccountKey } from './ports.js';

/** Credits less debits of one ledger account, minor units. */
@Injectable()
export class ReadBalance {
  constructor(private readonly ledger: LedgerRepository) {}

  execute(tx: AppTx, key: LedgerAccountKey): Promise<number> {
    return this.ledger.balance(tx, key);
  }
}
