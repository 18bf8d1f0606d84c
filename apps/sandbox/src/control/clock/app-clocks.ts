import { Injectable } from '@nestjs/common';
import { byValues, Transactions } from '@towpath/persistence';

/** The clock of one app, as the gateway sets it. A frozen clock shows `frozenAt`. */
export interface AppClock {
  readonly customerAppId: string;
  readonly offsetMs: number;
  readonly frozenAt: Date | null;
}

interface UnsentCallbacks {
  readonly outbox: number;
  readonly parked: number;
  readonly in_flight: number;
}

/** The clocks of the apps, and what waits for them. */
@Injectable()
export class AppClocks {
  constructor(private readonly transactions: Transactions) {}

  async set({ customerAppId, offsetMs, frozenAt }: AppClock): Promise<void> {
    await this.query(
      `INSERT INTO app_clocks (customer_app_id, offset_ms, frozen_at) VALUES ($1, $2, $3)
       ON CONFLICT (customer_app_id) DO UPDATE
         SET offset_ms = excluded.offset_ms, frozen_at = excluded.frozen_at, updated_at = now()`,
      [customerAppId, offsetMs, frozenAt],
    );
  }

  /** The next instant on the app's clock at which something happens by itself. */
  async nextDue(customerAppId: string): Promise<Date | null> {
    const [row] = await this.query<{ due: Date | null }>(
      `SELECT min(due) AS due FROM (
         SELECT settles_at AS due FROM card_authorizations
         WHERE customer_app_id = $1 AND state = 'PENDING'
         UNION ALL
         SELECT due_at FROM debit_mandates WHERE customer_app_id = $1
         UNION ALL
         SELECT due_at FROM debit_collections WHERE customer_app_id = $1
         UNION ALL
         SELECT due_at FROM callbacks
         WHERE customer_app_id = $1 AND delivered_at IS NULL AND due_at > app_now($1)) AS waiting`,
      [customerAppId],
    );
    return row?.due ?? null;
  }

  /** Number of due call-backs in progress, and of those that a receiver refuses. */
  async unsent(customerAppId?: string): Promise<UnsentCallbacks> {
    const [row] = await this.query<UnsentCallbacks>(
      `SELECT count(*) FILTER (WHERE attempts < $1) AS outbox,
         count(*) FILTER (WHERE attempts >= $1) AS parked,
         count(*) FILTER (WHERE leased_until > now()) AS in_flight
       FROM callbacks WHERE delivered_at IS NULL AND due_at <= app_now(customer_app_id)
         AND ($2::text IS NULL OR customer_app_id = $2)`,
      [ATTEMPTS_WORTH_WAITING_FOR, customerAppId ?? null],
    );
    return row ?? { outbox: 0, parked: 0, in_flight: 0 };
  }

  private query<R extends object>(sql: string, values: readonly unknown[]): Promise<R[]> {
    return this.transactions.asWorker((tx) => tx.query<R>(byValues(sql), values));
  }
}

const ATTEMPTS_WORTH_WAITING_FOR = 4;
