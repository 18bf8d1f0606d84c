import { Injectable } from '@nestjs/common';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import type { TransferKind } from '../ledger/domain/ledger.js';
import { PostTransfer } from '../ledger/post-transfer.use-case.js';
import type { Payout } from './domain/payout.js';
import type { PayoutCommand } from './domain/payout.transitions.js';
import { PayoutFollowers } from './payout-followers.js';
import { PayoutRepository } from './persistence/payout.repository.js';

type PayoutTransfer = Extract<TransferKind, 'PAYOUT' | 'PAYOUT_RELEASE' | 'PAYOUT_CORRECTION'>;

/** What a move does to the money that was held before. */
const TRANSFERS: Readonly<Partial<Record<PayoutCommand, PayoutTransfer>>> = {
  execute: 'PAYOUT',
  reject: 'PAYOUT_RELEASE',
  giveUp: 'PAYOUT_RELEASE',
  correctToExecuted: 'PAYOUT_CORRECTION',
};

/** Writes what became of a locked payout: row, history, events and ledger with one statement. */
@Injectable()
export class PayoutBooks {
  constructor(
    private readonly payouts: PayoutRepository,
    private readonly postTransfer: PostTransfer,
    private readonly followers: PayoutFollowers,
  ) {}

  /** @param batch what the caller has added already */
  async save(tx: AppTx, payout: Payout, batch = new WriteBatch()): Promise<void> {
    this.payouts.save(batch, payout);
    for (const { command } of payout.changes) {
      const kind = TRANSFERS[command];
      if (kind) this.post(tx, batch, { payout, kind });
    }
    const { status, snapshot } = payout;
    if (payout.changes.length > 0 && (status === 'EXECUTED' || status === 'FAILED')) {
      const { payoutId, failure } = snapshot;
      await this.followers.ended(tx, batch, { payoutId, status, failure });
    }
    tx.send(batch);
  }

  private post(
    tx: AppTx,
    batch: WriteBatch,
    { payout, kind }: { readonly payout: Payout; readonly kind: PayoutTransfer },
  ): void {
    const { payoutId, senderAccountId, amount, currency } = payout.snapshot;
    this.postTransfer.execute(tx, batch, {
      kind,
      accountId: senderAccountId,
      amount,
      currency,
      paymentId: null,
      refundId: null,
      payoutId,
    });
  }
}
