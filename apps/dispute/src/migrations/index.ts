import { serviceMigrations } from '@towpath/persistence';

export const disputeMigrations = serviceMigrations(import.meta.dirname);
