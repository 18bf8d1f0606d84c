import { BaseTables1700000000000, type MigrationClass } from '@towpath/persistence';
import { CreateDisputes1700000360000 } from './1700000360000-create-disputes/migration.js';

/** In the order in which they run; a released one is never changed. */
export const disputeMigrations: readonly MigrationClass[] = [
  BaseTables1700000000000,
  CreateDisputes1700000360000,
];
