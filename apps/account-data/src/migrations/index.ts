import { serviceMigrations } from '@towpath/persistence';

export const accountDataMigrations = serviceMigrations(import.meta.dirname);
