import { DataSource, type MigrationInterface } from 'typeorm';
import { entitiesOf } from '../tables/table-entities.js';
import type { AnyTable } from '../tables/table-types.js';
import { assumeBusyTenants } from './tenant-statistics.js';
import { loadConfig, MigrateConfig, printsUsage } from '@towpath/config';
import { createLogger } from '@towpath/observability';

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

/**
 * The `migrate` command of a service. It applies missing migrations to `DATABASE_OWNER_URL` and
 * logs them. After a failure it prints one line with the reason and exits with 1.
 */
export async function migrateCommand(
  service: string,
  migrations: readonly MigrationClass[],
): Promise<void> {
  const purpose = `Applies the missing migrations of ${service}, and ends.`;
  if (printsUsage({ purpose, config: MigrateConfig })) return;
  const logger = createLogger({ service, destination: process.stdout });
  try {
    const { databaseOwnerUrl } = loadConfig(MigrateConfig);
    const applied = await runMigrations(databaseOwnerUrl, migrations);
    logger.info({ applied }, `${applied.length} migrations applied`);
  } catch (error) {
    logger.fatal(`The schema could not be brought up to date: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
