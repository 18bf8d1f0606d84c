import { Module, type DynamicModule } from '@nestjs/common';
import { PublicBaseUrl, SignedUrls } from '@towpath/http';
import { SqlStatementRepository } from './persistence/sql-statement.repository.js';
import { StatementRepository } from './ports.js';
import { RunningDownloads } from './running-downloads.js';
import { StatementAddresses } from './statement-addresses.js';
import { StatementController } from './statement.controller.js';
import { WriteStatement } from './write-statement.js';

/** Balance statements of the ledger, behind signed addresses. */
@Module({})
export class StatementsModule {
  static forRoot({ publicApiUrl }: { readonly publicApiUrl: string }): DynamicModule {
    return {
      module: StatementsModule,
      controllers: [StatementController],
      providers: [
        { provide: StatementRepository, useClass: SqlStatementRepository },
        { provide: PublicBaseUrl, useValue: new PublicBaseUrl(publicApiUrl) },
        SignedUrls,
        StatementAddresses,
        RunningDownloads,
        WriteStatement,
      ],
      exports: [WriteStatement],
    };
  }
}
