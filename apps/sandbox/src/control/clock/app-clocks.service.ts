import { Injectable } from '@nestjs/common';
import { byValues, Transactions } from '@towpath/persistence';
import { CallbacksService } from '../../base/callbacks/callbacks.service.js';
import { AuthorizationsService } from '../../cards/authorizations/authorizations.service.js';
import { DebitsService } from '../../debits/direct-debit/debits.service.js';
import type { AppClock } from './app-clock.table.js';

/** The clocks of the apps, and what waits for them. */
@Injectable()
export class AppClocksService {
  constructor(
    private readonly db: Transactions,
    private readonly authorizations: AuthorizationsService,
    private readonly debits: DebitsService,
    private readonly callbacks: CallbacksService,
  ) {}

  /**
   * Sets the clock of an app and does all that has become due by it, call-backs included.
   *
   * @returns the number of things done
   */
  async run({ customerAppId, offsetMs, frozenAt }: AppClock): Promise<number> {
    await this.db.asWorker((tx) =>
      tx.query(
        byValues(`INSERT INTO app_clocks (customer_app_id, offset_ms, frozen_at) VALUES ($1, $2, $3)
         ON CONFLICT (customer_app_id) DO UPDATE
           SET offset_ms = excluded.offset_ms, frozen_at = excluded.frozen_at, updated_at = now()`),
        [customerAppId, offsetMs, frozenAt],
      ),
    );
    const cards = await this.authorizations.settleDue(customerAppId);
    const debits = await this.debits.settleDue(customerAppId);
    return cards + debits + (await this.callbacks.sendDue(customerAppId));
  }

  /** The next instant on the app's clock at which something happens by itself. */
  async nextDue(customerAppId: string): Promise<Date | null> {
    const [row] = await this.db.asWorker((tx) =>
      tx.query<{ due: Date | null }>(
        byValues(`SELECT min(due) AS due FROM (
           SELECT settles_at AS due FROM card_authorizations
           WHERE customer_app_id = $1 AND state = 'PENDING'
           UNION ALL
           SELECT due_at FROM debit_mandates WHERE customer_app_id = $1
           UNION ALL
           SELECT due_at FROM debit_collections WHERE customer_app_id = $1
           UNION ALL
           SELECT due_at FROM callbacks
           WHERE customer_app_id = $1 AND delivered_at IS NULL AND due_at > app_now($1)) AS waiting`),
        [customerAppId],
      ),
    );
    return row?.due ?? null;
  }
}
