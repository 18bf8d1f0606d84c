import { Module } from '@nestjs/common';
import { MoneyModule } from '../../money/money.module.js';
import { LedgerVerificationController } from './ledger-verification.controller.js';
import { LedgerChecks } from './persistence/ledger-checks.js';
import { MeasureDrift } from './measure-drift.job.js';
import { VerifyLedger } from './verify-ledger.query.js';

/** Whether the books of each customer app are right; for operators. */
@Module({
  imports: [MoneyModule],
  controllers: [LedgerVerificationController],
  providers: [LedgerChecks, VerifyLedger, MeasureDrift],
})
export class LedgerVerificationModule {}
