import { pathToFileURL } from 'node:url';
import type { Migration } from './migrations.js';

// The `migrate` programs that MIGRATIONS lists, up to the first one that fails.

const migrations = JSON.parse(process.env['MIGRATIONS'] ?? '[]') as readonly Migration[];
for (const { program, databaseOwnerUrl } of migrations) {
  process.env['DATABASE_OWNER_URL'] = databaseOwnerUrl;
  await import(pathToFileURL(program).href);
  if (process.exitCode) break;
}
