import { loadConfig, printsUsage } from '@towpath/config';
import { createLogger } from '@towpath/observability';
import { runMigrations } from '@towpath/persistence';

import { sandboxMigrations } from './persistence/migrations.js';
import { SandboxMigrateConfig } from './sandbox.config.js';

const purpose = 'Applies the missing migrations of the sandbox, and ends.';
if (!printsUsage({ purpose, config: SandboxMigrateConfig })) await migrate();

async function migrate(): Promise<void> {
  const logger = createLogger({ service: 'sandbox', destination: process.stdout });
  try {
    const { databaseOwnerUrl } = loadConfig(SandboxMigrateConfig);
    const applied = await runMigrations(databaseOwnerUrl, sandboxMigrations);
    logger.info({ applied }, `${applied.length} migrations applied`);
  } catch (error) {
    logger.fatal(`The schema could not be brought up to date: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
