import { Controller, Param } from '@nestjs/common';
import { DisputeResponse } from '@towpath/contracts';
import { Caller, Operation } from '@towpath/http';
import { AnswerDispute } from './answer-dispute.use-case.js';

@Controller()
export class AnswerController {
  constructor(private readonly answer: AnswerDispute) {}

  @Operation('submitDispute', { response: DisputeResponse })
  submit(
    @Caller() { customerAppId }: Caller,
    @Param('disputeId') disputeId: string,
  ): Promise<DisputeResponse> {
    return this.answer.execute(customerAppId, disputeId, 'DEFEND');
  }

  @Operation('acceptDispute', { response: DisputeResponse })
  accept(
    @Caller() { customerAppId }: Caller,
    @Param('disputeId') disputeId: string,
  ): Promise<DisputeResponse> {
    return this.answer.execute(customerAppId, disputeId, 'ACCEPT');
  }
}
