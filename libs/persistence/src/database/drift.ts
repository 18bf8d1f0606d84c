import type { DataSource } from 'typeorm';
import { BASE_TABLES } from '../migrations/sql-migrations.js';
import type { AnyTable } from '../tables/table-types.js';
import { LEFT_TO_THE_DUMP } from '../tables/table-entities.js';
import { createDataSource } from './data-source.js';

/**
 * What TypeORM would change in the migrated schema, given the tables: a missing or surplus column,
 * another type, nullability or default, a plain index, unique or foreign key; and tables that
 * nothing describes. The base tables are in SQL only.
 *
 * The schema dump covers what TypeORM cannot express, or compares by name only: CHECKs, partial
 * and expression indexes (a table does not list them), policies, triggers, functions and grants.
 * A CHECK or index that a table declares must exist.
 *
 * @param url of the owner of the schema
 */
export async function schemaDrift(url: string, tables: readonly AnyTable[]): Promise<string[]> {
  const dataSource = await createDataSource(url, { tables }).initialize();
  try {
    const leftToTheDump = await namesLeftToTheDump(dataSource);
    await dataSource.query(EXPRESSIONS);
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    const drift = upQueries
      .map(({ query }) => query)
      .filter((statement) => !leftToTheDump.has(droppedName(statement) ?? ''));
    // TypeORM ignores tables without an entity.
    const described = dataSource.entityMetadatas.map(({ tableName }) => tableName);
    const unknown = await dataSource.query<{ name: string }[]>(
      `SELECT tablename AS name FROM pg_tables
       WHERE schemaname = 'public' AND tablename <> ALL ($1) ORDER BY 1`,
      [['migrations', 'typeorm_metadata', ...BASE_TABLES, ...described]],
    );
    return [...drift, ...unknown.map(({ name }) => `nothing describes the table "${name}"`)];
  } finally {
    await dataSource.query('DROP TABLE IF EXISTS typeorm_metadata');
    await dataSource.destroy();
  }
}

/** Where TypeORM looks for the expressions of generated columns, which are left to the dump. */
const EXPRESSIONS = `CREATE TABLE IF NOT EXISTS typeorm_metadata AS
  SELECT 'GENERATED_COLUMN' AS type, current_database()::text AS database, 'public' AS schema,
    attrelid::regclass::text AS "table", attname::text AS name, '${LEFT_TO_THE_DUMP}' AS value
  FROM pg_attribute WHERE attgenerated = 's'`;

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
