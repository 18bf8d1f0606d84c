import { DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { OPERATOR_LIMITS } from '../database/database-pools.js';
import { DatabaseUnavailable } from '../database/database-errors.js';
import { operatorRoleOf } from '../database/service-names.js';
import type { PersistenceOptions } from '../persistence-options.js';
import { entitiesOf, tablesOf } from '../tables/table-entities.js';
import type { AnyTable } from '../tables/table-types.js';

type EntityClass = new () => object;
type Build = (query: SelectQueryBuilder<object>) => SelectQueryBuilder<object>;

/** A table whose rows are read as `Row`. */
export interface ReadTable<Row extends object = object> extends AnyTable {
  rows(found: readonly { readonly row: unknown }[]): Row[];
}

/** Reads of one transaction of an operator. */
export interface OperatorQuery {
  /** Rows of a table, which the query names `t`. */
  rows<Row extends object>(table: ReadTable<Row>, build: Build): Promise<Row[]>;
  /** What a query over a table, named `t`, selects: dates are `Date`, wide integers text. */
  select<R extends object>(table: string, build: Build): Promise<R[]>;
}

type Options = Pick<PersistenceOptions, 'service' | 'config' | 'tables'>;

/**
 * What operators read: over all rows of the customer apps that they may see, through TypeORM's query
 * builder. Row-level security lets no other row through, whatever the query says. It has two
 * connections of its own and ends a statement after 3 s: no payment waits for a search.
 */
export class OperatorReads {
  private source: Promise<DataSource> | undefined;
  private readonly entities = new Map<string, EntityClass>();

  constructor(private readonly options: Options) {}

  /** @param apps IDs of customer apps, or `*`: those of the operator's claim. */
  async of<T>(
    apps: readonly string[] | '*',
    work: (query: OperatorQuery) => Promise<T>,
  ): Promise<T> {
    const source = await (this.source ??= this.connect());
    return source.transaction(async (manager) => {
      await manager.query('SET TRANSACTION READ ONLY');
      await manager.query(
        `SELECT set_config('role', $1, true), set_config('app.operator_apps', $2, true)`,
        [operatorRoleOf(this.options.service), apps === '*' ? apps : apps.join(',')],
      );
      return work(this.queryOf(manager));
    });
  }

  async close(): Promise<void> {
    const source = await this.source?.catch(() => undefined);
    await source?.destroy();
  }

  private queryOf(manager: EntityManager): OperatorQuery {
    const from = (table: string) =>
      manager.createQueryBuilder().from<object>(this.entities.get(table) ?? table, 't');
    return {
      rows: async (table, build) => {
        const query = build(from(table.name).select('to_jsonb(t)', 'row'));
        return table.rows(await query.getRawMany());
      },
      select: (table, build) => build(from(table)).getRawMany(),
    };
  }

  /** Not at the start: a service of which no operator asks anything needs no connection. */
  private async connect(): Promise<DataSource> {
    const { service, config, tables = [] } = this.options;
    const entities = tables.flatMap((table) => this.entitiesOf(table));
    const source = new DataSource({
      type: 'postgres',
      url: config.databaseWorkerUrl,
      entities,
      synchronize: false,
      logging: false,
      installExtensions: false,
      poolSize: OPERATOR_LIMITS.size,
      connectTimeoutMS: OPERATOR_LIMITS.connectTimeoutMs,
      applicationName: `${service} operator reads`,
      extra: {
        statement_timeout: OPERATOR_LIMITS.statementTimeoutMs,
        idle_in_transaction_session_timeout: OPERATOR_LIMITS.statementTimeoutMs,
        // Days of lists and figures are days in UTC.
        // Figures group a week of rows in memory.
        options: '-c random_page_cost=1.1 -c timezone=UTC -c work_mem=32MB',
      },
    });
    try {
      return await source.initialize();
    } catch (error) {
      this.source = undefined;
      throw new DatabaseUnavailable(error);
    }
  }

  private entitiesOf(table: AnyTable): readonly EntityClass[] {
    const entities = entitiesOf(table);
    for (const [index, { name }] of tablesOf(table).entries()) {
      const entity = entities[index];
      if (entity) this.entities.set(name, entity);
    }
    return entities;
  }
}
