import { loadConfig, MigrateConfig, printsUsage } from '@towpath/config';
import { createLogger } from '@towpath/observability';
import { runMigrations, type MigrationClass } from './data-source.js';

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
