import { Injectable } from '@nestjs/common';
import type { PaymentAttemptId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { PaymentStep } from '../../money/payments/payment.js';
import type { AttemptFollower } from './ports.js';

/** Payment links start charges and follow them: they register here at the start. */
@Injectable()
export class AttemptFollowers implements AttemptFollower {
  private follower: AttemptFollower | undefined;

  register(follower: AttemptFollower): void {
    this.follower = follower;
  }

  advance(tx: AppTx, attemptId: PaymentAttemptId, steps: readonly PaymentStep[]): Promise<void> {
    if (!this.follower) throw new Error('no slice follows the attempts of payment links');
    return this.follower.advance(tx, attemptId, steps);
  }
}
