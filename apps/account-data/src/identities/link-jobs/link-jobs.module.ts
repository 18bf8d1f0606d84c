import { Module } from '@nestjs/common';
import { LinkJobRepository } from './link-job.repository.js';
import { LinkJobRunner } from './link-job-runner.js';
import { TakeLinkJobs } from './take-link-jobs.job.js';

/** Pending work for login identities. */
@Module({
  providers: [LinkJobRepository, LinkJobRunner, TakeLinkJobs],
  exports: [LinkJobRepository, LinkJobRunner],
})
export class LinkJobsModule {}
