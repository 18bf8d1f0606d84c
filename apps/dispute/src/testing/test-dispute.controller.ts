import { Body, Controller, Param } from '@nestjs/common';
import {
  CreateTestDisputeEventRequest,
  CreateTestDisputeRequest,
  DisputeResponse,
} from '@towpath/contracts/dispute';
import { Caller, Operation } from '@towpath/http';
import { DecideTestDispute } from './decide-test-dispute.use-case.js';
import { OpenTestDispute } from './open-test-dispute.use-case.js';

@Controller()
export class TestDisputeController {
  constructor(
    private readonly openTestDispute: OpenTestDispute,
    private readonly decideTestDispute: DecideTestDispute,
  ) {}

  @Operation('createTestDispute', { response: DisputeResponse })
  open(
    @Caller() { customerAppId }: Caller,
    @Body() body: CreateTestDisputeRequest,
  ): Promise<DisputeResponse> {
    return this.openTestDispute.execute(customerAppId, body);
  }

  @Operation('createTestDisputeEvent', { response: DisputeResponse })
  decide(
    @Caller() { customerAppId }: Caller,
    @Param('disputeId') disputeId: string,
    @Body() { event }: CreateTestDisputeEventRequest,
  ): Promise<DisputeResponse> {
    return this.decideTestDispute.execute(customerAppId, disputeId, event);
  }
}
