import { readdirSync, readFileSync } from 'node:fs';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { MigrationClass } from '../database/data-source.js';

/**
 * The migrations of a service: the base tables of the libraries, then the files of its folder.
 * @param folder with a file per migration: `0001-initial-schema.sql`, `0002-….sql`
 */
export function serviceMigrations(folder: string): readonly MigrationClass[] {
  return [BaseTables, ...sqlMigrations(folder)];
}

/** The files of a folder in the order of their numbers, for a database without the base tables. */
export function sqlMigrations(folder: string): readonly MigrationClass[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => sqlMigration(nameOf(file), () => readFileSync(`${folder}/${file}`, 'utf8')));
}

/**
 * A migration of SQL statements, which may call the functions of `helpers.sql`. It has no way back:
 * the release before runs on the schema of the next one.
 * @param title ends with 13 digits, by which TypeORM orders migrations
 */
export function sqlMigration(title: string, sql: () => string): MigrationClass {
  const migration = class implements MigrationInterface {
    readonly name = title;

    /** Test databases are made anew when this text changes. */
    static toString(): string {
      return `${title}\n${HELPERS}\n${sql()}`;
    }

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(HELPERS);
      await runner.query(sql());
    }

    down(): Promise<void> {
      return Promise.reject(new Error(`${title} has no way back: restore a backup`));
    }
  };
  return Object.defineProperty(migration, 'name', { value: title });
}

/** `0001-initial-schema.sql` becomes `InitialSchema0000000000001`. */
function nameOf(file: string): string {
  const [, number, title] = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file) ?? [];
  if (!number || !title) throw new Error(`${file}: name a migration NNNN-what-it-does.sql`);
  const words = title.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join('') + number.padStart(13, '0');
}

const ownFile = (file: string): string =>
  readFileSync(new URL(`./${file}`, import.meta.url), 'utf8');
const HELPERS = ownFile('helpers.sql');
const BASE = ownFile('base-tables.sql');

/** The tables that the libraries need in every service. */
export const BaseTables = sqlMigration('BaseTables0000000000001', () => BASE);
export const BASE_TABLES = [...BASE.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name);
