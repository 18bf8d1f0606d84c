import { Injectable } from '@nestjs/common';
import { parseId, type CustomerAppId, type PaymentAccountId, type PayoutId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { LedgerRepository } from './persistence/ledger.repository.js';
import { PostTransfer } from './post-transfer.use-case.js';

/** A payout that a bank reports. Amount: minor units. */
interface UnexpectedPayout {
  readonly customerAppId: CustomerAppId;
  readonly payoutId: PayoutId;
  /** The account that paid, as the bank names it. */
  readonly debtorAccount: string | null;
  readonly amount: number;
  readonly currency: string;
}

/**
 * Books a payout of a bank that our books do not contain, as after a restore. It reduces the
 * balance, so that the money is not spent again. Only the bank knows the recipient.
 */
@Injectable()
export class BookUnexpectedPayout {
  constructor(
    private readonly transactions: Transactions,
    private readonly ledger: LedgerRepository,
    private readonly postTransfer: PostTransfer,
  ) {}

  /** Returns false if the account is not ours. Repeatable: it books once. */
  execute(asked: UnexpectedPayout): Promise<boolean> {
    const accountId = parseId<PaymentAccountId>(asked.debtorAccount ?? '');
    if (!accountId) return Promise.resolve(false);
    return this.transactions.forApp(asked.customerAppId, (tx) => this.book(tx, accountId, asked));
  }

  private async book(
    tx: AppTx,
    accountId: PaymentAccountId,
    { payoutId, amount, currency }: UnexpectedPayout,
  ): Promise<boolean> {
    const { canHold } = await this.ledger.lockBalance(tx, { accountId, currency });
    if (!canHold) return false;
    if ((await this.ledger.ofPayouts(tx, [payoutId])).length > 0) return true;
    const batch = new WriteBatch();
    this.postTransfer.execute(tx, batch, {
      kind: 'UNEXPECTED_PAYOUT',
      accountId,
      amount,
      currency,
      paymentId: null,
      refundId: null,
      payoutId,
    });
    tx.write(batch);
    return true;
  }
}
