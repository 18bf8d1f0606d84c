import { Module } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { DisputesModule } from '../disputes/disputes.module.js';
import { AddEvidence } from './add-evidence.use-case.js';
import { AnswerDispute } from './answer-dispute.use-case.js';
import { AnswerController } from './answer.controller.js';
import { EvidenceToSend } from './evidence-to-send.js';
import { AnswerRepository } from './persistence/answer.repository.js';
import { AnswerConversation } from './answer.conversation.js';

@Module({
  imports: [DisputesModule, EvidenceModule],
  controllers: [AnswerController],
  providers: [AnswerRepository, AddEvidence, AnswerDispute, EvidenceToSend, AnswerConversation],
})
export class AnswersModule {}
