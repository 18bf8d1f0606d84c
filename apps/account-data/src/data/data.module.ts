import { Global, Module } from '@nestjs/common';
import { PublicBaseUrl, RunningDownloads, SignedUrls } from '@towpath/http';
import { AccountDataConfig } from '../account-data.config.js';
import { AccountHoldersController } from './account-holders/account-holders.controller.js';
import { AccountHoldersReads } from './account-holders/account-holders.reads.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { AccountsReads } from './accounts/accounts.reads.js';
import { TransactionsReads } from './accounts/transactions.reads.js';
import { DerivedIds } from './retrieved-data/derived-ids.js';
import { OwnedDataReads } from './retrieved-data/owned-data.reads.js';
import { RetrievedDataService } from './retrieved-data/retrieved-data.service.js';
import { CompositeStatementsService } from './statements/composite-statements.service.js';
import { StatementsController } from './statements/statements.controller.js';
import { StatementsReads } from './statements/statements.reads.js';

/** The data that banks sent: jobs store it, an unlink erases it, and holders of a token read it. */
@Global()
@Module({
  controllers: [AccountsController, StatementsController, AccountHoldersController],
  providers: [
    RetrievedDataService,
    DerivedIds,
    OwnedDataReads,
    AccountsReads,
    TransactionsReads,
    StatementsReads,
    CompositeStatementsService,
    AccountHoldersReads,
    RunningDownloads,
    SignedUrls,
    {
      provide: PublicBaseUrl,
      inject: [AccountDataConfig],
      useFactory: ({ publicApiUrl }: AccountDataConfig) => new PublicBaseUrl(publicApiUrl),
    },
  ],
  exports: [RetrievedDataService, AccountHoldersReads],
})
export class DataModule {}
