import { Injectable } from '@nestjs/common';
import { parseId, type CustomerAppId, type PaymentAccountId, type PayoutId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { LedgerRepository } from './persistence/ledger.repository.js';
import { PostTransfer } from './post-transfer.use-case.js';

/** What a bank says that it paid out. Amount: minor units. */
interface UnexpectedPayout {
  readonly customerAppId: CustomerAppId;
  readonly payoutId: PayoutId;
  /** The account that paid, as the bank names it. */
  readonly debtorAccount: string | null;
  readonly amount: number;
  readonly currency: string;
}

/**
 * Money that a bank paid out and that our books have no payout for, as after a restore: it leaves
 * the balance, so that nobody spends it again. Who received it, only the bank knows.
 */
@Injectable()
export class BookUnexpectedPayout {
  constructor(
    private readonly transactions: Transactions,
    private readonly ledger: LedgerRepository,
    private readonly postTransfer: PostTransfer,
  ) {}

  /** False when the account is not ours. Booked once, however often it is asked for. */
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
    tx.send(batch);
    return true;
  }
}
