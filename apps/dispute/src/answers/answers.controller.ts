import { Controller, Param } from '@nestjs/common';
import { DisputeEvidence, DisputeResponse } from '@towpath/contracts/dispute';
import { Caller, FileBody, Operation, type SentBody } from '@towpath/http';
import { FILE_PART } from '../evidence/read-upload.js';
import { AnswerConversation } from './answer.conversation.js';
import { AnswersService } from './answers.service.js';

@Controller()
export class AnswersController {
  constructor(
    private readonly answers: AnswersService,
    private readonly conversation: AnswerConversation,
  ) {}

  @Operation('addDisputeEvidence', {
    response: DisputeEvidence,
    body: { file: FILE_PART, rawBody: true },
  })
  add(
    @Caller() { customerAppId }: Caller,
    @Param('disputeId') disputeId: string,
    @FileBody() sent: SentBody,
  ) {
    return this.answers.addEvidence(customerAppId, disputeId, sent);
  }

  @Operation('submitDispute', { response: DisputeResponse })
  submit(@Caller() { customerAppId }: Caller, @Param('disputeId') disputeId: string) {
    return this.conversation.answer(customerAppId, disputeId, 'DEFEND');
  }

  @Operation('acceptDispute', { response: DisputeResponse })
  accept(@Caller() { customerAppId }: Caller, @Param('disputeId') disputeId: string) {
    return this.conversation.answer(customerAppId, disputeId, 'ACCEPT');
  }
}
