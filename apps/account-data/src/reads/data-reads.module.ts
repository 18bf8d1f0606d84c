import { Module, type DynamicModule } from '@nestjs/common';
import { PublicBaseUrl, RunningDownloads, SignedUrls } from '@towpath/http';
import { AccountController } from './accounts/account.controller.js';
import { ReadAccounts } from './accounts/read-accounts.js';
import { BalanceHistoryController } from './balance-history/balance-history.controller.js';
import { CardDetailsController } from './card-details/card-details.controller.js';
import { IdentityController } from './identity/identity.controller.js';
import { AssessIncome } from '../banks/institution-connections/retrieved-data.js';
import { IncomeController } from './income/income.controller.js';
import { ReadIncome } from './income/read-income.query.js';
import { RetrievedDataModule } from '../retrieval/retrieved-data/retrieved-data.module.js';
import { ComposeStatements } from './statements/compose-statements.js';
import { CompositeStatements } from './statements/composite-statements.repository.js';
import { ReadStatements } from './statements/read-statements.js';
import { SignedFiles } from './statements/signed-files.js';
import { StatementController } from './statements/statement.controller.js';
import { ListTransactions } from './transactions/list-transactions.query.js';
import { TransactionController } from './transactions/transaction.controller.js';

/** Reads of retrieved data, for holders of a login identity token. */
@Module({})
export class DataReadsModule {
  static forRoot({ publicApiUrl }: { readonly publicApiUrl: string }): DynamicModule {
    return {
      module: DataReadsModule,
      imports: [RetrievedDataModule],
      controllers: [
        AccountController,
        TransactionController,
        BalanceHistoryController,
        CardDetailsController,
        StatementController,
        IdentityController,
        IncomeController,
      ],
      providers: [
        ReadAccounts,
        ListTransactions,
        ReadStatements,
        CompositeStatements,
        ComposeStatements,
        RunningDownloads,
        ReadIncome,
        { provide: AssessIncome, useExisting: ReadIncome },
        SignedFiles,
        SignedUrls,
        { provide: PublicBaseUrl, useValue: new PublicBaseUrl(publicApiUrl) },
      ],
    };
  }
}
