import { Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { AfterRestoreController } from './after-restore.controller.js';
import { CompareGap } from './compare-gap.use-case.js';
import { CompareSubjects } from './compare-subjects.js';
import { DifferencesGauge } from './differences-gauge.js';
import { ListDifferences } from './list-differences.query.js';
import { OpenQuestionsModule } from './open-questions.module.js';
import type { QuestionTable } from './open-questions.js';
import { ReconcileBooks } from './reconcile-books.use-case.js';
import { ReconcileSettlements } from './reconcile-settlements.job.js';
import { ReconciledBooks } from './reconciled-books.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { SqlDifferences } from './sql-differences.js';
import { SqlReconciliations } from './sql-reconciliations.js';
import { StartReconciliation } from './start-reconciliation.use-case.js';

/** The service's books, and their dependencies. */
export interface ReconciliationParts {
  readonly books: Type<ReconciledBooks>;
  /** Dependencies of `books` from the service's own slice. */
  readonly providers?: readonly Provider[];
  readonly imports: readonly (DynamicModule | Type)[];
  /** The scheduled questions of the service to gateways and banks. */
  readonly questions: readonly QuestionTable[];
}

/** A service's books beside those of gateways or banks: compared each hour, listed for operators. */
@Module({})
export class ReconciliationModule {
  static forRoot(parts: ReconciliationParts): DynamicModule {
    const { books, providers = [], imports, questions } = parts;
    return {
      module: ReconciliationModule,
      imports: [...imports, OpenQuestionsModule.forRoot(questions)],
      controllers: [ReconciliationController, AfterRestoreController],
      providers: [
        ...providers,
        { provide: ReconciledBooks, useClass: books },
        SqlReconciliations,
        SqlDifferences,
        StartReconciliation,
        ReconcileBooks,
        CompareSubjects,
        CompareGap,
        ListDifferences,
        ReconcileSettlements,
        DifferencesGauge,
      ],
    };
  }
}
