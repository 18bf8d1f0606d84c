import { Injectable } from '@nestjs/common';
import type { PayoutResponse } from '@towpath/contracts/payment-link';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { parsePayoutId, payoutNotFound } from './payout.errors.js';
import { PayoutView } from './payout.view.js';
import { PayoutRepository } from './persistence/payout.repository.js';

@Injectable()
export class GetPayout {
  constructor(
    private readonly transactions: Transactions,
    private readonly payouts: PayoutRepository,
    private readonly view: PayoutView,
  ) {}

  execute(customerAppId: CustomerAppId, rawPayoutId: string): Promise<PayoutResponse> {
    const payoutId = parsePayoutId(rawPayoutId);
    return this.transactions.forApp(customerAppId, async (tx) => {
      const payout = await this.payouts.find(tx, payoutId);
      const [body] = payout ? await this.view.bodies(tx, [payout]) : [];
      if (!body) throw payoutNotFound();
      return body;
    });
  }
}
