import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceMigrations, sqlMigrations } from './sql-migrations.js';

describe('the migrations of a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (...files: string[]) => {
    for (const file of files) writeFileSync(join(folder, file), `SELECT '${file}'`);
  };

  it('run after the base tables in the order of their numbers', () => {
    write('0002-add-notes.sql', '0010-drop-notes.sql', '0001-initial-schema.sql', 'index.ts');
    expect(serviceMigrations(folder).map(({ name }) => name)).toEqual([
      'BaseTables0000000000001',
      'InitialSchema0000000000001',
      'AddNotes0000000000002',
      'DropNotes0000000000010',
    ]);
  });

  it('have a digest that changes with their file, so that test databases are made anew', () => {
    write('0001-initial-schema.sql');
    const [migration] = sqlMigrations(folder);
    expect(String(migration)).toContain(`SELECT '0001-initial-schema.sql'`);
  });

  it('are refused when the name of a file has no number', () => {
    write('notes.sql');
    expect(() => sqlMigrations(folder)).toThrow('notes.sql: name a migration');
  });
});
