import { Controller, Param, Query } from '@nestjs/common';
import {
  DisputeDetailResponse,
  DisputeHistoryResponse,
  ListDisputesQuery,
  ListDisputesResponse,
} from '@towpath/contracts/dispute';
import { Caller, Operation } from '@towpath/http';
import { DisputesReads } from './disputes.reads.js';

@Controller()
export class DisputesController {
  constructor(private readonly disputes: DisputesReads) {}

  @Operation('getDispute', { response: DisputeDetailResponse })
  get(@Caller() { customerAppId }: Caller, @Param('disputeId') disputeId: string) {
    return this.disputes.get(customerAppId, disputeId);
  }

  @Operation('getDisputeHistory', { response: DisputeHistoryResponse })
  history(@Caller() { customerAppId }: Caller, @Param('disputeId') disputeId: string) {
    return this.disputes.history(customerAppId, disputeId);
  }

  @Operation('listDisputes', { response: ListDisputesResponse })
  list(@Caller() { customerAppId }: Caller, @Query() query: ListDisputesQuery) {
    return this.disputes.list(customerAppId, query);
  }
}
