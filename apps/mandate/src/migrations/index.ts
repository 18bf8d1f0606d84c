import { serviceMigrations } from '@towpath/persistence';

export const mandateMigrations = serviceMigrations(import.meta.dirname);
