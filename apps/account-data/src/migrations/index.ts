import { BaseTables1700000000000 } from '@towpath/persistence';

export const accountDataMigrations = [BaseTables1700000000000] as const;
