import { serviceMigrations } from '@towpath/persistence';

export const webhookDispatchMigrations = serviceMigrations(import.meta.dirname);
