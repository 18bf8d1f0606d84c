import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { runMigrations, type MigrationClass } from './data-source.js';
import { provisionDatabase, urlFor, type DatabaseUrls } from './provision-database.js';
import { databaseNameOf, quoteName } from './service-names.js';

/** A database of its own for one test file, with the service's roles. */
export interface ScratchDatabase {
  readonly database: string;
  readonly urls: DatabaseUrls;
  /** URL of the administrator inside this database: row-level security does not bind it. */
  readonly adminUrl: string;
  drop(): Promise<void>;
}

export interface ScratchRequest {
  readonly adminUrl: string;
  readonly service: string;
  /** Applied as the owner. Default none: an empty database. */
  readonly migrations?: readonly MigrationClass[];
}

/** Creates an empty database under a random name. Drop it at the end of the test file. */
export async function scratchDatabase(request: ScratchRequest): Promise<ScratchDatabase> {
  const { adminUrl, service, migrations = [] } = request;
  const database = `${databaseNameOf(service)}_${randomBytes(6).toString('hex')}`;
  // One password per service: parallel test files share its roles.
  const passwords = { owner: 'test-owner', app: 'test-app', worker: 'test-worker' };
  const urls = await provisionDatabase({ adminUrl, service, passwords, database });
  if (migrations.length > 0) await runMigrations(urls.owner, migrations);
  return {
    database,
    urls,
    adminUrl: urlFor(adminUrl, { database }),
    drop: () => dropDatabase({ adminUrl, database }),
  };
}

async function dropDatabase({
  adminUrl,
  database,
}: {
  readonly adminUrl: string;
  readonly database: string;
}): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`DROP DATABASE IF EXISTS ${quoteName(database)} WITH (FORCE)`);
  } finally {
    await admin.end();
  }
}
