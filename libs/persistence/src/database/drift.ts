import type { DataSource } from 'typeorm';

/** The entities and the migrated schema disagree; the message lists what TypeORM would change. */
export class SchemaDrift extends Error {
  override readonly name = 'SchemaDrift';

  constructor(readonly statements: readonly string[]) {
    super(`entities and migrations disagree:\n  ${statements.join('\n  ')}`);
  }
}

/**
 * Throws if TypeORM, given the entities, would change the migrated schema: a missing or surplus
 * column, another type, nullability or default, a plain index, unique or foreign key.
 *
 *  The schema dump covers what TypeORM cannot express, or compares by name only: CHECKs, partial
 * and expression indexes (an entity does not list them), policies, triggers, functions and grants.
 * A CHECK or index that an entity declares must exist.
 */
export async function assertNoDrift(dataSource: DataSource): Promise<void> {
  const invisible = await namesLeftToTheDump(dataSource);
  const log = await dataSource.driver.createSchemaBuilder().log();
  const drift = log.upQueries
    .map(({ query }) => query)
    .filter((statement) => !invisible.has(droppedName(statement) ?? ''));
  if (drift.length > 0) throw new SchemaDrift(drift);
  await assertNoUnknownTables(dataSource);
}

async function namesLeftToTheDump(dataSource: DataSource): Promise<Set<string>> {
  const rows = await dataSource.query<{ name: string }[]>(`
    SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indpred IS NOT NULL OR i.indexprs IS NOT NULL
    UNION ALL SELECT conname FROM pg_constraint WHERE contype = 'c'`);
  return new Set(rows.map(({ name }) => name));
}

function droppedName(statement: string): string | undefined {
  const index = /^DROP INDEX (?:"[^"]+"\.)?"([^"]+)"/.exec(statement);
  const constraint = /^ALTER TABLE (?:"[^"]+"\.)?"[^"]+" DROP CONSTRAINT "([^"]+)"/.exec(statement);
  return index?.[1] ?? constraint?.[1];
}

/** TypeORM ignores tables without an entity; this check reports them. */
async function assertNoUnknownTables(dataSource: DataSource): Promise<void> {
  const rows = await dataSource.query<{ name: string }[]>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const known = new Set(dataSource.entityMetadatas.map(({ tableName }) => tableName));
  const unknown = rows.filter(({ name }) => name !== 'migrations' && !known.has(name));
  if (unknown.length > 0) {
    throw new SchemaDrift(unknown.map(({ name }) => `no entity describes table "${name}"`));
  }
}
