import { migrateCommand } from '@towpath/persistence';
import { mandateMigrations } from './migrations/index.js';

await migrateCommand('mandate', mandateMigrations);
