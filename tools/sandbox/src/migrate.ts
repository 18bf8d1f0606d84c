import { ConfigError, loadConfig } from '@towpath/config';
import { createLogger } from '@towpath/observability';
import { runMigrations } from '@towpath/persistence';

import { sandboxMigrations } from './persistence/migrations.js';
import { SandboxMigrateConfig } from './sandbox.config.js';

try {
  const { databaseOwnerUrl } = loadConfig(SandboxMigrateConfig);
  const logger = createLogger({ service: 'sandbox' });
  const applied = await runMigrations(databaseOwnerUrl, sandboxMigrations);
  logger.info({ applied }, 'schema is up to date');
  logger.flush();
} catch (error) {
  const text = error instanceof ConfigError ? error.message : String((error as Error).stack);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
