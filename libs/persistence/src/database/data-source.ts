import { DataSource, type MigrationInterface } from 'typeorm';
import { entitiesOf } from '../tables/table-entities.js';
import type { AnyTable } from '../tables/table-types.js';
import { assumeBusyTenants } from './tenant-statistics.js';

export type MigrationClass = new () => MigrationInterface;

interface DatabaseSchema {
  readonly tables?: readonly AnyTable[];
  readonly migrations?: readonly MigrationClass[];
}

/**
 * A TypeORM data source for migrations and the drift check. It never changes the schema by itself.
 * Reads and writes of a running service go through `Transactions`, not through it.
 */
export function createDataSource(
  url: string,
  { tables = [], migrations = [] }: DatabaseSchema,
): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    entities: tables.flatMap(entitiesOf),
    migrations: [...migrations],
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
  const dataSource = await createDataSource(ownerUrl, { migrations }).initialize();
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
