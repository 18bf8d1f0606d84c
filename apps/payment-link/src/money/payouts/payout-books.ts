import { Injectable } from '@nestjs/common';
import { WriteBatch, type AppTx } from '@towpath/persistence';
import { KeptMoneyService } from '../kept-money/kept-money.service.js';
import type { TransferKind } from '../ledger/domain/ledger.js';
import { PostTransfer } from '../ledger/post-transfer.use-case.js';
import type { Payout } from './payout.js';
import type { PayoutCommand } from './payout.transitions.js';
import { PayoutRepository } from './persistence/payout.repository.js';

type PayoutTransfer = Extract<TransferKind, `PAYOUT${string}`>;

const RELEASE = { amount: 'PAYOUT_RELEASE', fee: 'PAYOUT_FEE_RELEASE' } as const;
/** The ledger transfers of a transition for money that was held before. */
const TRANSFERS: Readonly<
  Partial<Record<PayoutCommand, Record<'amount' | 'fee', PayoutTransfer>>>
> = {
  execute: { amount: 'PAYOUT', fee: 'PAYOUT_FEE' },
  reject: RELEASE,
  giveUp: RELEASE,
  correctToExecuted: { amount: 'PAYOUT_CORRECTION', fee: 'PAYOUT_FEE_CORRECTION' },
};

/** Writes what became of a locked payout: row, history, events and ledger with one statement. */
@Injectable()
export class PayoutBooks {
  constructor(
    private readonly payouts: PayoutRepository,
    private readonly postTransfer: PostTransfer,
    private readonly keptMoney: KeptMoneyService,
  ) {}

  /** @param batch the caller's other rows */
  async save(tx: AppTx, payout: Payout, batch = new WriteBatch()): Promise<void> {
    this.payouts.save(batch, payout);
    for (const { command } of payout.changes) {
      const kinds = TRANSFERS[command];
      if (!kinds) continue;
      const { amount, feeAmount } = payout.snapshot;
      this.post(tx, batch, { payout, kind: kinds.amount, amount });
      if (feeAmount > 0) this.post(tx, batch, { payout, kind: kinds.fee, amount: feeAmount });
    }
    const { status, snapshot } = payout;
    if (payout.changes.length > 0 && (status === 'EXECUTED' || status === 'FAILED')) {
      const { payoutId, failure } = snapshot;
      await this.keptMoney.payoutEnded(tx, batch, { payoutId, status, failure });
    }
    tx.write(batch);
  }

  private post(
    tx: AppTx,
    batch: WriteBatch,
    {
      payout,
      ...moved
    }: { readonly payout: Payout; readonly kind: PayoutTransfer; readonly amount: number },
  ): void {
    const { payoutId, senderAccountId, currency } = payout.snapshot;
    this.postTransfer.execute(tx, batch, {
      ...moved,
      accountId: senderAccountId,
      currency,
      paymentId: null,
      refundId: null,
      payoutId,
    });
  }
}
