import { Module, type OnModuleInit } from '@nestjs/common';
import { DueJobRunner } from '@towpath/persistence';
import { LinkJobRepository } from './link-job.repository.js';
import { LinkJobRunner } from './link-job-runner.js';
import { TakeLinkJobs } from './take-link-jobs.job.js';

/** Pending work for login identities. */
@Module({
  providers: [LinkJobRepository, LinkJobRunner, TakeLinkJobs],
  exports: [LinkJobRepository, LinkJobRunner],
})
export class LinkJobsModule implements OnModuleInit {
  constructor(
    private readonly dueJobs: DueJobRunner,
    private readonly take: TakeLinkJobs,
  ) {}

  onModuleInit(): void {
    this.dueJobs.register(this.take);
  }
}
