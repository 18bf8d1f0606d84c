import { Module, type DynamicModule } from '@nestjs/common';
import { PublicBaseUrl, RunningDownloads, SignedUrls } from '@towpath/http';
import { IdentitiesModule } from '../identities/identities.module.js';
import { AccountsController } from './accounts/accounts.controller.js';
import { AccountsReads } from './accounts/accounts.reads.js';
import { IdentityController } from './identity/identity.controller.js';
import { IdentityReads } from './identity/identity.reads.js';
import { IncomeController } from './income/income.controller.js';
import { IncomeReads } from './income/income.reads.js';
import { DerivedIds } from './retrieved-data/derived-ids.js';
import { OwnedDataReads } from './retrieved-data/owned-data.reads.js';
import { RetrievedDataService } from './retrieved-data/retrieved-data.service.js';
import { CompositeStatementsService } from './statements/composite-statements.service.js';
import { StatementsController } from './statements/statements.controller.js';
import { StatementsReads } from './statements/statements.reads.js';
import { TransactionsController } from './transactions/transactions.controller.js';
import { TransactionsReads } from './transactions/transactions.reads.js';

/** The data that banks sent: jobs store it, an unlink erases it, and holders of a token read it. */
@Module({})
export class DataModule {
  static forRoot({ publicApiUrl }: { readonly publicApiUrl: string }): DynamicModule {
    return {
      module: DataModule,
      global: true,
      imports: [IdentitiesModule],
      controllers: [
        AccountsController,
        TransactionsController,
        StatementsController,
        IdentityController,
        IncomeController,
      ],
      providers: [
        RetrievedDataService,
        DerivedIds,
        OwnedDataReads,
        AccountsReads,
        TransactionsReads,
        StatementsReads,
        CompositeStatementsService,
        IdentityReads,
        IncomeReads,
        RunningDownloads,
        SignedUrls,
        { provide: PublicBaseUrl, useValue: new PublicBaseUrl(publicApiUrl) },
      ],
      exports: [RetrievedDataService, IncomeReads],
    };
  }
}
