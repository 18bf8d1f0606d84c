import { migrateCommand } from '@towpath/persistence';

import { sandboxMigrations } from './migrations/index.js';

await migrateCommand('sandbox', sandboxMigrations);
