import { Injectable } from '@nestjs/common';
import type { PayoutResponse } from '@towpath/contracts/payment-link';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { PayoutBooks } from './payout-books.js';
import { parsePayoutId, payoutNotFound } from './payout.errors.js';
import { PayoutView } from './payout.view.js';
import { PayoutRepository } from './persistence/payout.repository.js';

/** Only what nothing was held for yet can be cancelled. */
@Injectable()
export class CancelPayout {
  constructor(
    private readonly transactions: Transactions,
    private readonly payouts: PayoutRepository,
    private readonly books: PayoutBooks,
    private readonly view: PayoutView,
  ) {}

  execute(customerAppId: CustomerAppId, rawPayoutId: string): Promise<PayoutResponse> {
    const payoutId = parsePayoutId(rawPayoutId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const payout = await this.payouts.lock(tx, payoutId);
      if (!payout) throw payoutNotFound();
      payout.cancel(tx.now);
      const [body] = await this.view.bodies(tx, [payout]);
      if (!body) throw payoutNotFound();
      await this.books.save(tx, payout);
      return body;
    });
  }
}
