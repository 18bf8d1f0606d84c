import { Injectable } from '@nestjs/common';
import { DomainError, type PaymentAccountId, type PayoutId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import { LedgerRepository } from './persistence/ledger.repository.js';
import type { LockedBalance } from './ports.js';
import { PostTransfer } from './post-transfer.use-case.js';

/** Amount, and the fee on top of it: minor units. */
export interface Hold {
  readonly payoutId: PayoutId;
  readonly amount: number;
  readonly feeAmount: number;
}

/**
 * Sets money of a settlement account aside for a payout. First lock, then hold, both in the
 * caller's transaction: those who hold at the same time wait for each other, so that all of them
 * together never take more than there is.
 */
@Injectable()
export class HoldFunds {
  constructor(
    private readonly ledger: LedgerRepository,
    private readonly postTransfer: PostTransfer,
  ) {}

  /** Waits for others who take of the same account and currency. */
  lock(
    tx: AppTx,
    account: { readonly accountId: PaymentAccountId; readonly currency: string },
  ): Promise<LockedBalance> {
    return this.ledger.lockBalance(tx, account);
  }

  /** Throws `INSUFFICIENT_BALANCE` before anything is added to the batch. */
  execute(tx: AppTx, batch: WriteBatch, { locked, hold }: HoldOrder): void {
    const { accountId, currency, available, canHold } = locked;
    const { payoutId, amount, feeAmount } = hold;
    if (amount + feeAmount > available) {
      throw new DomainError(
        'INSUFFICIENT_BALANCE',
        `The settlement account has ${Math.max(available, 0)} ${currency} available, in minor units.`,
      );
    }
    if (!canHold) this.ledger.openOne(tx, batch, { kind: 'PAYOUT', accountId, currency });
    const held = { accountId, currency, paymentId: null, refundId: null, payoutId } as const;
    this.postTransfer.execute(tx, batch, { ...held, kind: 'PAYOUT_HOLD', amount });
    if (feeAmount === 0) return;
    this.postTransfer.execute(tx, batch, { ...held, kind: 'PAYOUT_FEE_HOLD', amount: feeAmount });
  }
}

interface HoldOrder {
  readonly locked: LockedBalance;
  readonly hold: Hold;
}
