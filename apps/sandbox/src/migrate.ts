import { migrateCommand } from '@towpath/persistence';

import { sandboxMigrations } from './persistence/migrations.js';

await migrateCommand('sandbox', sandboxMigrations);
