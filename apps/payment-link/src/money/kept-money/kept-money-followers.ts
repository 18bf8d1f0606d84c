import { Injectable } from '@nestjs/common';
import type { PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';

/** A slice that depends on the amount that payments brought in and left. */
export interface KeptMoneyFollower {
  /** In the transaction that changed it: a refund failed, or a dispute moved. */
  changed(tx: AppTx, paymentId: PaymentId): Promise<void>;
}

/** Slices that depend on it register here at the start. */
@Injectable()
export class KeptMoneyFollowers implements KeptMoneyFollower {
  private readonly followers: KeptMoneyFollower[] = [];

  register(follower: KeptMoneyFollower): void {
    this.followers.push(follower);
  }

  async changed(tx: AppTx, paymentId: PaymentId): Promise<void> {
    for (const follower of this.followers) await follower.changed(tx, paymentId);
  }
}
