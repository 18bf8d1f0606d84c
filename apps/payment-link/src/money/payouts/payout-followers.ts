import { Injectable } from '@nestjs/common';
import type { PayoutId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { PayoutFailure } from './payout.js';

/** The end of a payout. `EXECUTED` may follow `FAILED`: the bank corrected itself. */
export interface PayoutEnd {
  readonly payoutId: PayoutId;
  readonly status: 'EXECUTED' | 'FAILED';
  /** Why, with `FAILED`. */
  readonly failure: PayoutFailure | null;
}

/** A slice that starts payouts and follows their end. It also receives payouts of other slices. */
export interface PayoutFollower {
  /** In the transaction that records the end; adds to its batch. */
  ended(tx: AppTx, batch: WriteBatch, end: PayoutEnd): Promise<void>;
}

/** Slices that start payouts register here at the start. */
@Injectable()
export class PayoutFollowers implements PayoutFollower {
  private readonly followers: PayoutFollower[] = [];

  register(follower: PayoutFollower): void {
    this.followers.push(follower);
  }

  async ended(tx: AppTx, batch: WriteBatch, end: PayoutEnd): Promise<void> {
    for (const follower of this.followers) await follower.ended(tx, batch, end);
  }
}
