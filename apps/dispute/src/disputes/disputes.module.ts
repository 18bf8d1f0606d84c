import { Module, type OnModuleInit } from '@nestjs/common';
import { DueJobRunner } from '@towpath/persistence';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { DisputeController } from './dispute.controller.js';
import { GetDisputeHistory } from './get-dispute-history.query.js';
import { GetDispute } from './get-dispute.query.js';
import { KeepDeadline } from './keep-deadline.use-case.js';
import { ListDisputes } from './list-disputes.query.js';
import { KeepDeadlines } from './persistence/keep-deadlines.job.js';
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
    KeepDeadlines,
  ],
  exports: [DisputeRepository, RecordDisputeNews],
})
export class DisputesModule implements OnModuleInit {
  constructor(
    private readonly dueJobs: DueJobRunner,
    private readonly keepDeadlines: KeepDeadlines,
  ) {}

  onModuleInit(): void {
    this.dueJobs.register(this.keepDeadlines);
  }
}
