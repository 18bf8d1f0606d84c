import { serviceMigrations } from '@towpath/persistence';

export const gatewayMigrations = serviceMigrations(import.meta.dirname);
