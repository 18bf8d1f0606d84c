import { migrateCommand } from '@towpath/persistence';
import { disputeMigrations } from './migrations/index.js';

await migrateCommand('dispute', disputeMigrations);
