import type { OnApplicationBootstrap } from '@nestjs/common';
import { byValues, Transactions } from '@towpath/persistence';
import { StartupError } from '../app/startup-error.js';
import {
  isKeyed,
  type ConnectorPlace,
  type ConnectorRegistry,
  type KeyedConnector,
} from './connector-registry.js';
import { PeerUnavailable } from './peer-errors.js';

/** Rows that are asked about, or may be, at the connector that they name. */
export interface OpenRows {
  /** For the operator: `payouts`. */
  readonly what: string;
  readonly registry: ConnectorRegistry<ConnectorPlace>;
  /** FROM and WHERE; columns `customer_app_id`, `integration_id` and `connector`. */
  readonly from: string;
  /** Whether the row is of a live app, in SQL. */
  readonly live: string;
}

interface CountedPlace extends ConnectorPlace {
  readonly count: number;
}

/** Of one kind of rows at one connector, so many apps are asked for their keys. */
const MAX_APPS = 200;

/**
 * Refuses to start without a connector that open rows name, or without the keys of their apps: nobody
 * could ask what became of them.
 */
export class KeptConnectors implements OnApplicationBootstrap {
  constructor(
    private readonly db: Transactions,
    private readonly rows: readonly OpenRows[],
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const dropped: string[] = [];
    const unkeyed: string[] = [];
    for (const each of this.rows) {
      for (const place of await this.placesOf(each)) {
        const connector = each.registry.find(place);
        const { integrationId, connector: name, appType, count } = place;
        const at = `${each.what} at ${integrationId} by ${name} of ${appType} apps`;
        if (!connector) dropped.push(`${count} ${at}`);
        else if (isKeyed(connector) && (await this.lackKeys(each, place, connector)))
          unkeyed.push(at);
      }
    }
    if (dropped.length > 0)
      throw new StartupError(
        `Open rows name connectors that are not there: ${dropped.join('; ')}. ` +
          'Configure these connectors until the rows have ended.',
      );
    if (unkeyed.length > 0)
      throw new StartupError(
        `There are open rows without keys: ${unkeyed.join('; ')}. ` +
          'Keep the keys of these connectors until the rows have ended.',
      );
  }

  private placesOf(rows: OpenRows): Promise<CountedPlace[]> {
    const sql = `SELECT "appType", "integrationId", connector, count(*)::int AS count
      FROM (${namedIn(rows)}) AS named GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
    return this.db.asWorker((tx) => tx.query<CountedPlace>(byValues(sql), []));
  }

  /** Only of apps whose type is that of their rows: one that went live has other keys now. */
  private async lackKeys(
    rows: OpenRows,
    { appType, integrationId, connector }: ConnectorPlace,
    keyed: KeyedConnector,
  ): Promise<boolean> {
    const sql = `SELECT DISTINCT "customerAppId" FROM (${namedIn(rows)}) AS named
      JOIN customer_app_views v
        ON v.customer_app_id = "customerAppId" AND v.app_type = "appType"
      WHERE "appType" = $1 AND "integrationId" = $2 AND connector = $3 LIMIT ${MAX_APPS}`;
    const apps = await this.db.asWorker((tx) =>
      tx.query<{ readonly customerAppId: string }>(byValues(sql), [
        appType,
        integrationId,
        connector,
      ]),
    );
    const have = await Promise.all(
      apps.map(({ customerAppId }) => keyed.hasKeysOf(customerAppId).catch(unknownKeys)),
    );
    return have.includes(false);
  }
}

function namedIn({ from, live }: OpenRows): string {
  return `SELECT customer_app_id AS "customerAppId",
      CASE WHEN ${live} THEN 'LIVE' ELSE 'TEST' END AS "appType",
      integration_id AS "integrationId", connector
    FROM ${from}`;
}

/** While nobody can say whether the keys are there, a start goes on. */
function unknownKeys(error: unknown): boolean {
  if (error instanceof PeerUnavailable) return true;
  throw error;
}
