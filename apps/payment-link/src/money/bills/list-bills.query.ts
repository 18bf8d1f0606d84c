import { Injectable } from '@nestjs/common';
import type { BillResponse } from '@towpath/contracts/payment-link';
import type { PageRange } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { BillView } from './bill.view.js';
import { BillRepository } from './persistence/bill.repository.js';
import type { BillFilters } from './ports.js';

interface ListedBill {
  readonly id: string;
  readonly created_at: Date;
  readonly body: BillResponse;
}

@Injectable()
export class ListBills {
  constructor(
    private readonly transactions: Transactions,
    private readonly bills: BillRepository,
    private readonly view: BillView,
  ) {}

  /** Newest first, and whether there are more. */
  execute(
    customerAppId: CustomerAppId,
    filters: BillFilters,
    range: PageRange,
  ): Promise<{ readonly rows: ListedBill[]; readonly hasMore: boolean }> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const found = await this.bills.list(tx, filters, range);
      const bills = found.slice(0, range.limit);
      const bodies = await this.view.bodies(tx, bills);
      const rows = bills.flatMap(({ snapshot }, index) => {
        const body = bodies[index];
        return body ? [{ id: snapshot.billId, created_at: snapshot.createdAt, body }] : [];
      });
      return { rows, hasMore: found.length > range.limit };
    });
  }
}
