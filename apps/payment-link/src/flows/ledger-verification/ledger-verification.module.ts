import { Module, type DynamicModule } from '@nestjs/common';
import { LedgerVerificationController } from './ledger-verification.controller.js';
import { LedgerChecks } from './persistence/ledger-checks.js';
import { MeasureDrift } from './measure-drift.job.js';
import { VerifyLedger } from './verify-ledger.query.js';

/** Whether the books of each customer app are right; for operators. */
@Module({})
export class LedgerVerificationModule {
  /** @param statements the module of the balance statements */
  static forRoot(statements: DynamicModule): DynamicModule {
    return {
      module: LedgerVerificationModule,
      imports: [statements],
      controllers: [LedgerVerificationController],
      providers: [LedgerChecks, VerifyLedger, MeasureDrift],
    };
  }
}
