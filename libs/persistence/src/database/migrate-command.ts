import { loadConfig, MigrateConfig } from '@towpath/config';
import { runMigrations, type MigrationClass } from './data-source.js';

/**
 * The whole of a service's `migrate` command: brings the schema of `DATABASE_OWNER_URL` up to date,
 * prints what was applied, and ends with 1 and one sentence when it cannot.
 */
export async function migrateCommand(migrations: readonly MigrationClass[]): Promise<void> {
  try {
    const { databaseOwnerUrl } = loadConfig(MigrateConfig);
    const applied = await runMigrations(databaseOwnerUrl, migrations);
    process.stdout.write(`${applied.length} migrations applied\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The schema could not be brought up to date: ${reason}\n`);
    process.exitCode = 1;
  }
}
