import { Module, type DynamicModule, type OnModuleInit, type Type } from '@nestjs/common';
import { DueJobRunner } from '@towpath/persistence';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { RefundsModule } from '../refunds/refunds.module.js';
import { AskAgain } from './ask-again.js';
import { CompareSubjects } from './compare-subjects.js';
import { DifferencesGauge } from './differences-gauge.js';
import { ExecutedHere } from './executed-here.js';
import { ListDifferences } from './list-differences.query.js';
import { ReconcileSettlements } from './persistence/reconcile-settlements.job.js';
import { SqlDifferenceRepository } from './persistence/sql-difference.repository.js';
import { SqlReconciliationRepository } from './persistence/sql-reconciliation.repository.js';
import { DifferenceRepository, ReconciliationRepository } from './ports.js';
import { ReadOurBooks } from './read-our-books.query.js';
import { ReconcileGateway } from './reconcile-gateway.use-case.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { StartReconciliation } from './start-reconciliation.use-case.js';

/** Our books beside those of the card gateways. */
@Module({})
export class ReconciliationModule implements OnModuleInit {
  /** @param modules those of the card gateways, the payment links and the charges */
  static forRoot(modules: readonly (DynamicModule | Type)[]): DynamicModule {
    return {
      module: ReconciliationModule,
      imports: [...modules, LedgerModule, PaymentsModule, RefundsModule],
      controllers: [ReconciliationController],
      providers: [
        { provide: ReconciliationRepository, useClass: SqlReconciliationRepository },
        { provide: DifferenceRepository, useClass: SqlDifferenceRepository },
        StartReconciliation,
        ReconcileGateway,
        ExecutedHere,
        ReadOurBooks,
        CompareSubjects,
        AskAgain,
        ListDifferences,
        ReconcileSettlements,
        DifferencesGauge,
      ],
    };
  }

  constructor(
    private readonly dueJobs: DueJobRunner,
    private readonly reconcile: ReconcileSettlements,
  ) {}

  onModuleInit(): void {
    this.dueJobs.register(this.reconcile);
  }
}
