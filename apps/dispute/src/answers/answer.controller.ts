import { Controller, Param } from '@nestjs/common';
import { DisputeEvidence, DisputeResponse } from '@towpath/contracts/dispute';
import { Caller, FileBody, Operation, type SentBody } from '@towpath/http';
import { FILE_PART } from '../evidence/read-upload.js';
import { AddEvidence } from './add-evidence.use-case.js';
import { AnswerDispute } from './answer-dispute.use-case.js';

@Controller()
export class AnswerController {
  constructor(
    private readonly addEvidence: AddEvidence,
    private readonly answerDispute: AnswerDispute,
  ) {}

  @Operation('addDisputeEvidence', {
    response: DisputeEvidence,
    body: { file: FILE_PART, rawBody: true },
  })
  add(
    @Caller() { customerAppId }: Caller,
    @Param('disputeId') disputeId: string,
    @FileBody() sent: SentBody,
  ): Promise<DisputeEvidence> {
    return this.addEvidence.execute(customerAppId, disputeId, sent);
  }

  @Operation('submitDispute', { response: DisputeResponse })
  submit(
    @Caller() { customerAppId }: Caller,
    @Param('disputeId') disputeId: string,
  ): Promise<DisputeResponse> {
    return this.answerDispute.execute(customerAppId, disputeId, 'DEFEND');
  }

  @Operation('acceptDispute', { response: DisputeResponse })
  accept(
    @Caller() { customerAppId }: Caller,
    @Param('disputeId') disputeId: string,
  ): Promise<DisputeResponse> {
    return this.answerDispute.execute(customerAppId, disputeId, 'ACCEPT');
  }
}
