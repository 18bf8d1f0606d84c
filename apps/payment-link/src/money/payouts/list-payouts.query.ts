import { Injectable } from '@nestjs/common';
import type { PayoutResponse } from '@towpath/contracts/payment-link';
import type { PageRange } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions, type FiltersOf } from '@towpath/persistence';
import { PayoutView } from './payout.view.js';
import { PayoutRepository } from './persistence/payout.repository.js';
import type { payouts } from './payout.table.js';

export type PayoutFilters = FiltersOf<typeof payouts>;

interface ListedPayout {
  readonly id: string;
  readonly created_at: Date;
  readonly body: PayoutResponse;
}

@Injectable()
export class ListPayouts {
  constructor(
    private readonly transactions: Transactions,
    private readonly payouts: PayoutRepository,
    private readonly view: PayoutView,
  ) {}

  /** Newest first, with the number of all that match. */
  execute(
    customerAppId: CustomerAppId,
    filters: PayoutFilters,
    range: PageRange,
  ): Promise<{ readonly rows: ListedPayout[]; readonly total: number }> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const { payouts, total } = await this.payouts.list(tx, filters, range);
      const bodies = await this.view.bodies(tx, payouts);
      const rows = payouts.flatMap(({ snapshot }, index) => {
        const body = bodies[index];
        return body ? [{ id: snapshot.payoutId, created_at: snapshot.createdAt, body }] : [];
      });
      return { rows, total };
    });
  }
}
