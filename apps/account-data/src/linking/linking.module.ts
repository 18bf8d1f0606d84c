import { Global, Module } from '@nestjs/common';
import { REFRESH_JOBS } from './due-jobs/refreshes.job.js';
import { TakeLinkJobs } from './due-jobs/take-link-jobs.job.js';
import { LinksController } from './links/links.controller.js';
import { LinksReads } from './links/links.reads.js';
import { LinksService } from './links/links.service.js';
import { BankPagesService } from './logins/bank-pages.service.js';
import { LoginAnswersService } from './logins/login-answers.service.js';
import { LoginStepsService } from './logins/login-steps.service.js';
import { LoginsService } from './logins/logins.service.js';
import { RefreshesService } from './refreshes/refreshes.service.js';
import { RetrievalsService } from './retrievals/retrievals.service.js';
import { UnlinksService } from './unlinks/unlinks.service.js';

/** Logins at institutions, from the first field to the erasure. */
@Global()
@Module({
  controllers: [LinksController],
  providers: [
    BankPagesService,
    LoginsService,
    LoginStepsService,
    LoginAnswersService,
    LinksService,
    LinksReads,
    RetrievalsService,
    RefreshesService,
    UnlinksService,
    TakeLinkJobs,
    ...REFRESH_JOBS,
  ],
  exports: [BankPagesService, LoginsService, LoginStepsService, RefreshesService],
})
export class LinkingModule {}
