import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { LOGGER } from '@towpath/http';
import { BOOK_DIFFERENCE_KINDS } from './books/index.js';
import { Metrics, type Logger } from '@towpath/observability';
import { Transactions } from '@towpath/persistence';
import { SqlDifferences } from './sql-differences.js';

/** Open differences by kind, read on request: every replica shows the same numbers. */
@Injectable()
export class DifferencesGauge implements OnModuleInit {
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
