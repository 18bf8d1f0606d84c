import {
  Module,
  type DynamicModule,
  type Provider,
  type Type,
  Inject,
  Injectable,
  type OnModuleInit,
} from '@nestjs/common';
import { AfterRestoreController } from './after-restore.controller.js';
import { CompareGap } from './compare-gap.use-case.js';
import { CompareSubjects } from './compare-subjects.js';
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
import { LOGGER } from '@towpath/http';
import { BOOK_DIFFERENCE_KINDS } from './books/index.js';
import { Metrics, type Logger } from '@towpath/observability';
import { Transactions } from '@towpath/persistence';

/** Open differences by kind, read on request: every replica shows the same numbers. */
@Injectable()
class DifferencesGauge implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly transactions: Transactions,
    private readonly differences: SqlDifferences,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge({
      name: 'reconciliation_differences',
      help: 'Open differences between our books and what gateways and banks settled, by kind.',
      labels: ['kind'],
      collect: async (gauge) => {
        try {
          const open = await this.transactions.asWorker((tx) => this.differences.count(tx));
          for (const kind of BOOK_DIFFERENCE_KINDS) gauge.set({ kind }, open.get(kind) ?? 0);
        } catch (error) {
          // The other metrics tell more about a database that is away than no metrics would.
          this.logger.warn({ error }, 'open differences could not be counted');
        }
      },
    });
  }
}

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
