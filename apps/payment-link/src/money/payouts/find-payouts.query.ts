import { Injectable } from '@nestjs/common';
import type { PayoutId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { Payout } from './payout.js';
import { PayoutRepository } from './persistence/payout.repository.js';

/** Payouts many at a time, for those who compare the books with others. */
@Injectable()
export class FindPayouts {
  constructor(private readonly payouts: PayoutRepository) {}

  /** Those of the IDs that there are, in no order. */
  execute(tx: AppTx, payoutIds: readonly PayoutId[]): Promise<Payout[]> {
    return this.payouts.findAll(tx, payoutIds);
  }

  /** Executed in the half-open period: a page of the IDs in their order. */
  executedBetween(
    tx: AppTx,
    period: { readonly from: Date; readonly to: Date },
    page: { readonly after: PayoutId | null; readonly limit: number },
  ): Promise<PayoutId[]> {
    return this.payouts.executedBetween(tx, period, page);
  }
}
