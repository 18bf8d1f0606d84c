import { Injectable } from '@nestjs/common';
import type { DisputeResponse } from '@towpath/contracts/dispute';
import type { PageRange } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions, type FiltersOf } from '@towpath/persistence';
import { disputeBody } from './dispute.view.js';
import { DisputeRepository } from './persistence/dispute.repository.js';
import type { disputes } from './dispute.table.js';

interface ListedDispute {
  readonly id: string;
  readonly created_at: Date;
  readonly body: DisputeResponse;
}

@Injectable()
export class ListDisputes {
  constructor(
    private readonly transactions: Transactions,
    private readonly disputes: DisputeRepository,
  ) {}

  /** Newest first, with the number of all that match. */
  execute(
    customerAppId: CustomerAppId,
    filters: FiltersOf<typeof disputes>,
    range: PageRange,
  ): Promise<{ readonly rows: ListedDispute[]; readonly total: number }> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const { disputes, total } = await this.disputes.list(tx, filters, range);
      const rows = disputes.map((dispute) => ({
        id: dispute.snapshot.disputeId,
        created_at: dispute.snapshot.createdAt,
        body: disputeBody(dispute),
      }));
      return { rows, total };
    });
  }
}
