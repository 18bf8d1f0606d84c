import { migrateCommand } from '@towpath/persistence';
import { accountDataMigrations } from './migrations/index.js';

await migrateCommand('account-data', accountDataMigrations);
