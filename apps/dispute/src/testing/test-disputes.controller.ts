import { Body, Controller, Param } from '@nestjs/common';
import {
  CreateTestDisputeEventRequest,
  CreateTestDisputeRequest,
  DisputeResponse,
} from '@towpath/contracts/dispute';
import { Caller, Operation } from '@towpath/http';
import { TestDisputesService } from './test-disputes.service.js';

@Controller()
export class TestDisputesController {
  constructor(private readonly disputes: TestDisputesService) {}

  @Operation('createTestDispute', { response: DisputeResponse })
  open(@Caller() { customerAppId }: Caller, @Body() body: CreateTestDisputeRequest) {
    return this.disputes.open(customerAppId, body);
  }

  @Operation('createTestDisputeEvent', { response: DisputeResponse })
  decide(
    @Caller() { customerAppId }: Caller,
    @Param('disputeId') disputeId: string,
    @Body() body: CreateTestDisputeEventRequest,
  ) {
    return this.disputes.decide(customerAppId, disputeId, body);
  }
}
