import { migrateCommand } from '@towpath/persistence';
import { webhookDispatchMigrations } from './migrations/index.js';

await migrateCommand('webhook-dispatch', webhookDispatchMigrations);
