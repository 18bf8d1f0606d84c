import type { OnApplicationBootstrap } from '@nestjs/common';
import { byValues, Transactions } from '@towpath/persistence';
import { StartupError } from '../app/startup-error.js';
import type { ConnectorPlace, ConnectorRegistry } from './connector-registry.js';

/** Rows that are asked about, or may be, at the connector that they name. */
export interface OpenRows {
  /** For the operator: `payouts`. */
  readonly what: string;
  readonly registry: ConnectorRegistry<ConnectorPlace>;
  /** FROM and WHERE; columns `integration_id` and `connector`. */
  readonly from: string;
  /** Whether the row is of a live app, in SQL. */
  readonly live: string;
}

/** Refuses to start without a connector that open rows name: nobody could ask what became of them. */
export class KeptConnectors implements OnApplicationBootstrap {
  constructor(
    private readonly db: Transactions,
    private readonly rows: readonly OpenRows[],
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const dropped: string[] = [];
    for (const each of this.rows) dropped.push(...(await this.droppedOf(each)));
    if (dropped.length === 0) return;
    throw new StartupError(
      `Open rows name connectors that are not there: ${dropped.join('; ')}. ` +
        'Configure these connectors until the rows have ended.',
    );
  }

  private async droppedOf({ what, registry, from, live }: OpenRows): Promise<string[]> {
    const sql = `SELECT CASE WHEN ${live} THEN 'LIVE' ELSE 'TEST' END AS "appType",
         integration_id AS "integrationId", connector, count(*)::int AS count
       FROM ${from} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
    const named = await this.db.asWorker((tx) =>
      tx.query<ConnectorPlace & { readonly count: number }>(byValues(sql), []),
    );
    return named
      .filter((place) => !registry.find(place))
      .map(
        ({ appType, integrationId, connector, count }) =>
          `${count} ${what} at ${integrationId} by ${connector} of ${appType} apps`,
      );
  }
}
