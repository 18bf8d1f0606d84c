import { Controller, Param, Query } from '@nestjs/common';
import {
  DisputeDetailResponse,
  DisputeHistoryResponse,
  ListDisputesQuery,
  ListDisputesResponse,
} from '@towpath/contracts/dispute';
import { Caller, Operation, pageOf, rangeOf } from '@towpath/http';
import { GetDisputeHistory } from './get-dispute-history.query.js';
import { GetDispute } from './get-dispute.query.js';
import { ListDisputes } from './list-disputes.query.js';

@Controller()
export class DisputeController {
  constructor(
    private readonly listDisputes: ListDisputes,
    private readonly getDispute: GetDispute,
    private readonly getDisputeHistory: GetDisputeHistory,
  ) {}

  @Operation('getDispute', { response: DisputeDetailResponse })
  get(
    @Caller() { customerAppId }: Caller,
    @Param('disputeId') disputeId: string,
  ): Promise<DisputeDetailResponse> {
    return this.getDispute.execute(customerAppId, disputeId);
  }

  @Operation('getDisputeHistory', { response: DisputeHistoryResponse })
  history(
    @Caller() { customerAppId }: Caller,
    @Param('disputeId') disputeId: string,
  ): Promise<DisputeHistoryResponse> {
    return this.getDisputeHistory.execute(customerAppId, disputeId);
  }

  @Operation('listDisputes', { response: ListDisputesResponse })
  async list(
    @Caller() { customerAppId }: Caller,
    @Query() query: ListDisputesQuery,
  ): Promise<ListDisputesResponse> {
    const filters = {
      dateFrom: query.date_from,
      dateTo: query.date_to,
      status: query.statuses,
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
