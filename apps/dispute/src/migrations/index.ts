import { BaseTables1700000000000 } from '@towpath/persistence';

export const disputeMigrations = [BaseTables1700000000000] as const;
