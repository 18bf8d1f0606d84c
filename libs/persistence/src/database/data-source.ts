import { DataSource, type MigrationInterface } from 'typeorm';
import { baseTables } from '../base-tables/base-tables.table.js';
import { entitiesOf } from '../tables/table-entities.js';
import type { AnyTable } from '../tables/table-types.js';
import { assumeBusyTenants } from './tenant-statistics.js';

export type MigrationClass = new () => MigrationInterface;

export interface DataSourceRequest {
  readonly url: string;
  /** The service's tables; the base tables are added. */
  readonly entities?: readonly AnyTable[];
  /** All migrations of the service, `BaseTables` first. */
  readonly migrations?: readonly MigrationClass[];
}

/**
 * A TypeORM data source for migrations and the drift check. It never changes the schema by itself.
 * Reads and writes of a running service go through `Transactions`, not through it.
 */
export function createDataSource(request: DataSourceRequest): DataSource {
  return new DataSource({
    type: 'postgres',
    url: request.url,
    entities: [...baseTables, ...(request.entities ?? [])].flatMap(entitiesOf),
    migrations: [...(request.migrations ?? [])],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    installExtensions: false,
    poolSize: 2,
    applicationName: 'migrate',
  });
}

/**
 * Applies the missing migrations, each in its own transaction. Concurrent runs wait for each other.
 * Returns the names of the applied migrations.
 */
export async function runMigrations(
  ownerUrl: string,
  migrations: readonly MigrationClass[],
): Promise<string[]> {
  const dataSource = await createDataSource({ url: ownerUrl, migrations }).initialize();
  try {
    const guard = dataSource.createQueryRunner();
    try {
      await guard.query(`SELECT pg_advisory_lock(hashtext('migrations'))`);
      const applied = await dataSource.runMigrations();
      await assumeBusyTenants(guard);
      return applied.map((migration) => migration.name);
    } finally {
      await guard.query(`SELECT pg_advisory_unlock(hashtext('migrations'))`);
      await guard.release();
    }
  } finally {
    await dataSource.destroy();
  }
}
