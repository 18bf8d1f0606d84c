import { pathToFileURL } from 'node:url';

// The `migrate` programs that MIGRATIONS lists, up to the first one that fails.

export interface Migration {
  /** Path of `migrate.js`. */
  readonly program: string;
  readonly databaseOwnerUrl: string;
}

const migrations = JSON.parse(process.env['MIGRATIONS'] ?? '[]') as readonly Migration[];
for (const { program, databaseOwnerUrl } of migrations) {
  process.env['DATABASE_OWNER_URL'] = databaseOwnerUrl;
  await import(pathToFileURL(program).href);
  if (process.exitCode) break;
}
