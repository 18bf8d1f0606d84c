import pg from 'pg';
import {
  createDataSource,
  runMigrations,
  type EntityClass,
  type MigrationClass,
} from './data-source.js';
import { assertNoDrift } from './drift.js';

/** The database as its administrator sees it: row-level security does not hide anything. */
export interface AdminSession {
  query<R extends object>(sql: string, params?: readonly unknown[]): Promise<R[]>;
}

/** The test of one migration. */
export interface MigrationStep {
  /** Writes rows into the schema before the migration. */
  before?(db: AdminSession): Promise<void>;
  /** Checks schema and rows after it, with `expect`. */
  after(db: AdminSession): Promise<void>;
}

export interface MigrationWalk {
  /** An empty database of the service: `testDatabase(service, [])`. */
  readonly database: { readonly adminUrl: string; readonly urls: { readonly owner: string } };
  readonly migrations: readonly MigrationClass[];
  readonly entities: readonly EntityClass[];
  /** One step per migration, by the migration's class name. */
  readonly steps: Readonly<Record<string, MigrationStep>>;
}

/**
 * Tests the whole chain of migrations of a service. It applies each migration between its `before`
 * and `after`, and compares entities with the schema. Then it reverts all migrations, which must
 * leave nothing, and applies them again. Throws if a migration has no step or a step has no
 * migration.
 */
export async function walkMigrations(walk: MigrationWalk): Promise<void> {
  const { migrations, steps, database } = walk;
  assertComplete(walk);
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  const session: AdminSession = {
    query: async <R extends object>(sql: string, params: readonly unknown[] = []) =>
      (await admin.query<R>(sql, [...params])).rows,
  };
  try {
    for (const [index, migration] of migrations.entries()) {
      const step = steps[migration.name];
      await step?.before?.(session);
      await runMigrations(database.urls.owner, migrations.slice(0, index + 1));
      await step?.after(session);
    }
    await proveEnds(walk, session);
  } finally {
    await admin.end();
  }
}

function assertComplete({ migrations, steps }: MigrationWalk): void {
  const names = migrations.map((migration) => migration.name);
  const unproved = names.filter((name) => !steps[name]);
  if (unproved.length > 0) throw new Error(`migrations without a step: ${unproved.join(', ')}`);
  const unknown = Object.keys(steps).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`steps without a migration: ${unknown.join(', ')}`);
}

async function proveEnds(walk: MigrationWalk, session: AdminSession): Promise<void> {
  const { database, migrations, entities } = walk;
  const source = createDataSource({ url: database.urls.owner, migrations, entities });
  await source.initialize();
  try {
    await assertNoDrift(source);
    for (let left = migrations.length; left > 0; left -= 1) await source.undoLastMigration();
  } finally {
    await source.destroy();
  }
  const left = await session.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
       AND relkind IN ('r', 'v', 'm', 'S') AND relname NOT LIKE 'migrations%'
     UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  );
  if (left.length > 0) {
    throw new Error(`down leaves behind: ${left.map(({ name }) => name).join(', ')}`);
  }
  await runMigrations(database.urls.owner, migrations);
}
