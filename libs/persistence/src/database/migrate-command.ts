import { loadConfig, MigrateConfig } from '@towpath/config';
import { createLogger } from '@towpath/observability';
import { runMigrations, type MigrationClass } from './data-source.js';

/**
 * The whole of a service's `migrate` command: brings the schema of `DATABASE_OWNER_URL` up to date,
 * logs what was applied, and ends with 1 and one line that says why when it cannot.
 */
export async function migrateCommand(
  service: string,
  migrations: readonly MigrationClass[],
): Promise<void> {
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
