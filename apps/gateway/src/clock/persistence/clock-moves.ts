import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { byValues, Transactions } from '@towpath/persistence';
import { clockMoves } from '../clock-move.table.js';
import type { ClockMove } from '../ports.js';

/** Longer than a slow participant needs; the turn excludes running moves. */
const LOOK_AGAIN = `interval '2 seconds'`;
const MOST = 20;

const COLUMNS = clockMoves.select('target', 'advanceSeconds', 'frozen', 'settled');

@Injectable()
export class ClockMoves {
  constructor(private readonly transactions: Transactions) {}

  read(app: CustomerAppId): Promise<ClockMove | undefined> {
    return this.transactions.asWorker(async (tx) => {
      // A target to which the clock has made no step for an hour is given up.
      const [row] = await tx.query<ClockMove & { readonly stale: boolean }>(
        byValues(`SELECT ${COLUMNS}, updated_at < now() - interval '1 hour' AS stale
         FROM clock_moves WHERE customer_app_id = $1`),
        [app],
      );
      return row && { ...row, target: row.stale ? null : row.target };
    });
  }

  async write(app: CustomerAppId, move: ClockMove): Promise<void> {
    await this.transactions.asWorker((tx) =>
      tx.query(
        byValues(`INSERT INTO clock_moves
           (customer_app_id, target_at, advance_seconds, frozen, settled, updated_at)
         VALUES ($1, $2, $3, $4, $5, now())
         ON CONFLICT (customer_app_id) DO UPDATE SET target_at = excluded.target_at,
           advance_seconds = excluded.advance_seconds, frozen = excluded.frozen,
           settled = excluded.settled, updated_at = excluded.updated_at`),
        [app, move.target, move.advanceSeconds, move.frozen, move.settled],
      ),
    );
  }

  async isAdvancing(app: CustomerAppId): Promise<boolean> {
    const move = await this.read(app);
    return move !== undefined && !move.settled && move.target !== null;
  }

  /** A step to the target is made. */
  async reached(app: CustomerAppId): Promise<void> {
    await this.transactions.asWorker((tx) =>
      tx.query(byValues(`UPDATE clock_moves SET updated_at = now() WHERE customer_app_id = $1`), [
        app,
      ]),
    );
  }

  async settled(app: CustomerAppId): Promise<void> {
    await this.transactions.asWorker((tx) =>
      tx.query(byValues(`UPDATE clock_moves SET settled = true WHERE customer_app_id = $1`), [app]),
    );
  }

  /** Apps whose move, or the process of it, ended before every participant had the clock. */
  unsettled(): Promise<CustomerAppId[]> {
    return this.transactions.asWorker(async (tx) => {
      const rows = await tx.query<{ customer_app_id: CustomerAppId }>(
        byValues(`SELECT customer_app_id FROM clock_moves
         WHERE NOT settled AND updated_at < now() - ${LOOK_AGAIN}
         ORDER BY updated_at LIMIT ${MOST}`),
      );
      return rows.map((row) => row.customer_app_id);
    });
  }
}
