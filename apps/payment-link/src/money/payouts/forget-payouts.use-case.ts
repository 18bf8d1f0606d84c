import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { PayoutRepository } from './persistence/payout.repository.js';

/**
 * Deletes the text that an erased recipient of payouts was shown; amounts stay. No order needs it:
 * without the account number none is sent again.
 */
@Injectable()
export class ForgetPayouts {
  constructor(private readonly payouts: PayoutRepository) {}

  execute(tx: AppTx, userId: PaymentUserId): Promise<void> {
    return this.payouts.forgetTexts(tx, userId);
  }
}
