import { Controller, Query } from '@nestjs/common';
import { ListDisputesQuery, ListDisputesResponse } from '@towpath/contracts';
import { Caller, Operation, pageOf, rangeOf } from '@towpath/http';
import { ListDisputes } from './list-disputes.query.js';

@Controller()
export class DisputeController {
  constructor(private readonly listDisputes: ListDisputes) {}

  @Operation('listDisputes', { response: ListDisputesResponse })
  async list(
    @Caller() { customerAppId }: Caller,
    @Query() query: ListDisputesQuery,
  ): Promise<ListDisputesResponse> {
    const filters = {
      dateFrom: query.date_from ?? null,
      dateTo: query.date_to ?? null,
      statuses: query.statuses ?? [],
    };
    const found = await this.listDisputes.execute(customerAppId, filters, rangeOf(query));
    const page = pageOf(found.rows, found.total, query);
    return {
      disputes: page.rows.map(({ body }) => body),
      total_disputes: page.total,
      next_cursor: page.next_cursor,
    };
  }
}
