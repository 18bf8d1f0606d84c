import { loadConfig } from '@towpath/config';
import { createLogger } from '@towpath/observability';
import { runMigrations } from '@towpath/persistence';

import { sandboxMigrations } from './persistence/migrations.js';
import { SandboxMigrateConfig } from './sandbox.config.js';

const { databaseOwnerUrl } = loadConfig(SandboxMigrateConfig);
const logger = createLogger({ service: 'sandbox' });
const applied = await runMigrations(databaseOwnerUrl, sandboxMigrations);
logger.info({ applied }, 'schema is up to date');
logger.flush();
