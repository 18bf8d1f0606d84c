import { Module, type OnModuleInit } from '@nestjs/common';
import { DueJobRunner } from '@towpath/persistence';
import { ChargesModule } from '../charges/charges.module.js';
import { CompareSubjects } from './compare-subjects.js';
import { DifferencesGauge } from './differences-gauge.js';
import { ListDifferences } from './list-differences.query.js';
import { ReconcileDirectDebits } from './persistence/reconcile-direct-debits.job.js';
import { SqlDifferenceRepository } from './persistence/sql-difference.repository.js';
import { SqlReconciliationRepository } from './persistence/sql-reconciliation.repository.js';
import { DifferenceRepository, ReconciliationRepository } from './ports.js';
import { ReadOurDebits } from './read-our-debits.query.js';
import { ReconcileBank } from './reconcile-bank.use-case.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { StartReconciliation } from './start-reconciliation.use-case.js';

/** Our direct debits beside the books of their banks. */
@Module({
  imports: [ChargesModule],
  controllers: [ReconciliationController],
  providers: [
    { provide: ReconciliationRepository, useClass: SqlReconciliationRepository },
    { provide: DifferenceRepository, useClass: SqlDifferenceRepository },
    StartReconciliation,
    ReconcileBank,
    ReadOurDebits,
    CompareSubjects,
    ListDifferences,
    ReconcileDirectDebits,
    DifferencesGauge,
  ],
})
export class ReconciliationModule implements OnModuleInit {
  constructor(
    private readonly dueJobs: DueJobRunner,
    private readonly reconcile: ReconcileDirectDebits,
  ) {}

  onModuleInit(): void {
    this.dueJobs.register(this.reconcile);
  }
}
