import { migrateCommand } from '@towpath/persistence';
import { gatewayMigrations } from './migrations/index.js';

await migrateCommand('gateway', gatewayMigrations);
