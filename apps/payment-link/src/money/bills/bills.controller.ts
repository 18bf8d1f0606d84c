import { Controller, Param, Query } from '@nestjs/common';
import {
  BillWithPaymentsResponse,
  ListBillsQuery,
  ListBillsResponse,
} from '@towpath/contracts/payment-link';
import { Caller, Operation, pageOf, rangeOf } from '@towpath/http';
import { InstitutionNames } from '../../parties/institution-names/institution-names.js';
import { GetBill } from './get-bill.query.js';
import { ListBills } from './list-bills.query.js';
import type { BillFilters } from './ports.js';

@Controller()
export class BillController {
  constructor(
    private readonly listBills: ListBills,
    private readonly getBill: GetBill,
    private readonly names: InstitutionNames,
  ) {}

  @Operation('listBills', { response: ListBillsResponse })
  async list(
    @Caller() { customerAppId }: Caller,
    @Query() query: ListBillsQuery,
  ): Promise<ListBillsResponse> {
    const range = rangeOf(query);
    const { rows, hasMore } = await this.listBills.execute(customerAppId, filtersOf(query), range);
    const total = range.offset + rows.length + (hasMore ? 1 : 0);
    const page = pageOf(rows, total, query);
    return {
      bills: page.rows.map(({ body }) => body),
      has_more: hasMore,
      next_cursor: hasMore ? page.next_cursor : undefined,
    };
  }

  @Operation('getBill', { response: BillWithPaymentsResponse })
  async get(
    @Caller() { customerAppId }: Caller,
    @Param('billId') billId: string,
  ): Promise<BillWithPaymentsResponse> {
    return this.names.shown(await this.getBill.execute(customerAppId, billId));
  }
}

function filtersOf(query: ListBillsQuery): BillFilters {
  return {
    dateFrom: query.date_from ?? null,
    dateTo: query.date_to ?? null,
    statuses: query.statuses ?? [],
    userId: query.user_id ?? null,
    externalUserId: query.external_user_id ?? null,
    currencies: query.currencies ?? [],
  };
}
