import { Module, type DynamicModule } from '@nestjs/common';
import { PublicBaseUrl, RunningDownloads, SignedUrls } from '@towpath/http';
import { StatementRepository } from './persistence/statement.repository.js';
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
        StatementRepository,
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
