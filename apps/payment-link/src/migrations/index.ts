import { serviceMigrations } from '@towpath/persistence';

export const migrations = serviceMigrations(import.meta.dirname);
