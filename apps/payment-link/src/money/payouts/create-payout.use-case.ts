import { Injectable } from '@nestjs/common';
import type { PayoutResponse } from '@towpath/contracts/payment-link';
import { IdempotentAnswers, type IdempotentCall, type PreparedAnswer } from '@towpath/http';
import { WriteBatch } from '@towpath/persistence';
import { PayoutView } from './payout.view.js';
import { StartPayout, type PayoutOrderTerms } from './start-payout.use-case.js';

/**
 * Creates a payout that is sent at once, or waits for its confirmation. It does not call the bank:
 * the bank's decision is in the status of the payout, never a refusal of the request.
 */
@Injectable()
export class CreatePayout {
  constructor(
    private readonly answers: IdempotentAnswers,
    private readonly startPayout: StartPayout,
    private readonly view: PayoutView,
  ) {}

  execute(call: IdempotentCall, order: Omit<PayoutOrderTerms, 'type'>): Promise<PreparedAnswer> {
    return this.answers.once<PayoutResponse>(call, async (tx, include) => {
      const prepared = await this.startPayout.prepare(tx, {
        ...order,
        type: 'ON_DEMAND',
        isCharged: true,
      });
      const batch = new WriteBatch();
      const payout = this.startPayout.execute(tx, batch, prepared);
      const body = this.view.body(tx, payout, prepared.parties);
      include(batch, body);
      tx.write(batch);
      return body;
    });
  }
}
