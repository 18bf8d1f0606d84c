import { sqlMigrations } from '@towpath/persistence';

/** Without the base tables: the sandbox plays the world outside of the services. */
export const sandboxMigrations = sqlMigrations(import.meta.dirname);
