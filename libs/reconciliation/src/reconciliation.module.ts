import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnModuleInit,
  type Provider,
  type Type,
} from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { Metrics, type Logger } from '@towpath/observability';
import { BOOK_DIFFERENCE_KINDS } from './books/index.js';
import { ComparedAgain } from './compared-again.js';
import { DifferencesReads } from './differences.reads.js';
import { DifferencesService } from './differences.service.js';
import { GapService } from './gap.service.js';
import { KeptDifferences } from './kept-differences.js';
import { operatedDifferences, type DifferenceNames } from './operated-differences.js';
import { OpenQuestionsModule } from './open-questions.module.js';
import type { QuestionTable } from './open-questions.service.js';
import { ReconciledBooks } from './ports.js';
import { ReconciliationController } from './reconciliation.controller.js';
import { ReconciliationJob } from './reconciliation.job.js';
import { ReconciliationService } from './reconciliation.service.js';

/** Open differences by kind, read on request: every replica shows the same numbers. */
@Injectable()
class DifferencesGauge implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly differences: DifferencesReads,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge({
      name: 'reconciliation_differences',
      help: 'Open differences between our books and what gateways and banks settled, by kind.',
      labels: ['kind'],
      collect: async (gauge) => {
        try {
          const open = await this.differences.count();
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
  /** The differences as operators see them, and how they resolve one. */
  readonly operated: DifferenceNames;
  /** The scheduled questions of the service to gateways and banks. */
  readonly questions: readonly QuestionTable[];
}

/** Compares a service's books with those of gateways or banks each hour, for operators too. */
@Module({})
export class ReconciliationModule {
  static forRoot(parts: ReconciliationParts): DynamicModule {
    const { books, providers = [], imports, questions } = parts;
    return {
      module: ReconciliationModule,
      imports: [...imports, OpenQuestionsModule.forRoot(questions)],
      controllers: [ReconciliationController],
      providers: [
        ...providers,
        { provide: ReconciledBooks, useClass: books },
        ReconciliationService,
        ReconciliationJob,
        DifferencesService,
        DifferencesReads,
        GapService,
        DifferencesGauge,
        KeptDifferences,
        { provide: ComparedAgain, useExisting: DifferencesService },
        ...operatedDifferences(parts.operated),
      ],
    };
  }
}
