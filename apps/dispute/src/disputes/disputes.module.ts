import { Module } from '@nestjs/common';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { DisputeController } from './dispute.controller.js';
import { GetDisputeHistory } from './get-dispute-history.query.js';
import { GetDispute } from './get-dispute.query.js';
import { KeepDeadline } from './keep-deadline.use-case.js';
import { ListDisputes } from './list-disputes.query.js';
import { keepDeadlines } from './persistence/keep-deadlines.job.js';
import { DisputeRepository } from './persistence/dispute.repository.js';
import { RecordDisputeNews } from './record-dispute-news.js';

@Module({
  imports: [EvidenceModule],
  controllers: [DisputeController],
  providers: [
    DisputeRepository,
    ListDisputes,
    GetDispute,
    GetDisputeHistory,
    RecordDisputeNews,
    KeepDeadline,
    keepDeadlines,
  ],
  exports: [DisputeRepository, RecordDisputeNews],
})
export class DisputesModule {}
