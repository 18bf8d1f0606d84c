import { Inject, Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { byValues, dueRows, Transactions } from '@towpath/persistence';

/** Rows with an open question to a gateway or bank. All members become part of a statement. */
export interface QuestionTable {
  readonly table: string;
  /** The column with the instant of the next question, on the app's clock. */
  readonly dueAt: string;
  /** SQL condition of rows with a question; all rows with an instant if absent. */
  readonly open?: string;
}

/** DI token of the service's tables of questions. */
export const QUESTION_TABLES = Symbol('QuestionTables');

const MAX_COUNTED = 1_000;

/**
 * After a restore, an outcome that was known to be open may have been decided since: each is unknown
 * until its gateway or bank was asked.
 */
@Injectable()
export class OpenQuestionsService {
  constructor(
    private readonly transactions: Transactions,
    @Inject(QUESTION_TABLES) private readonly tables: readonly QuestionTable[],
  ) {}

  /** Makes every open question due. The jobs of the service ask within a second. */
  async askNow(app?: CustomerAppId): Promise<void> {
    const apps = await this.transactions.asWorker((tx) =>
      tx.query<{ customer_app_id: CustomerAppId }>(
        byValues(`SELECT customer_app_id FROM customer_app_views
         WHERE $1::text IS NULL OR customer_app_id = $1 ORDER BY 1`),
        [app ?? null],
      ),
    );
    for (const { customer_app_id: id } of apps) {
      await this.transactions.forApp(id, async (tx) => {
        await tx.begun;
        for (const { table, dueAt, open = 'true' } of this.tables) {
          await tx.query(
            byValues(`UPDATE ${table} SET ${dueAt} = $2
             WHERE customer_app_id = $1 AND ${dueAt} > $2 AND (${open})`),
            [id, tx.now],
          );
        }
      });
    }
  }

  /** Number of due questions that were not asked yet, at most 1,000 of each kind. */
  async waiting(app?: CustomerAppId): Promise<number> {
    let waiting = 0;
    for (const { table, dueAt, open = 'true' } of this.tables) {
      const due = dueRows({ table, columns: [], dueAt, open, limit: MAX_COUNTED });
      const rows = await this.transactions.asWorker((tx) => tx.query(byValues(due), [app ?? null]));
      waiting += rows.length;
    }
    return waiting;
  }
}
