import { Injectable } from '@nestjs/common';
import type { PaymentAccountId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { LedgerRepository } from './persistence/ledger.repository.js';
import { PostTransfer } from './post-transfer.use-case.js';

/** Amount: minor units. */
interface UnmatchedMoney {
  readonly accountId: PaymentAccountId;
  readonly amount: number;
  readonly currency: string;
}

/**
 * Books money that arrived for a settlement account without a known reference. It stays in a
 * separate account and is not owed to the customer app until an operator has identified it.
 */
@Injectable()
export class KeepUnmatchedMoney {
  constructor(
    private readonly ledger: LedgerRepository,
    private readonly postTransfer: PostTransfer,
  ) {}

  /** Two at the same moment may both open the account: then the database refuses the second. */
  async execute(tx: AppTx, batch: WriteBatch, money: UnmatchedMoney): Promise<void> {
    const { accountId, amount, currency } = money;
    await this.ledger.open(tx, batch, [{ kind: 'UNMATCHED', accountId, currency }]);
    this.postTransfer.execute(tx, batch, {
      kind: 'UNMATCHED_RECEIPT',
      accountId,
      amount,
      currency,
      paymentId: null,
      refundId: null,
    });
  }
}
