import { BaseTables, sqlMigration, type MigrationClass } from '@towpath/persistence';
import pg from 'pg';
import { testDatabase, type TestDatabase } from './test-database.js';

const createNotes = (columns: string): readonly MigrationClass[] => [
  BaseTables,
  sqlMigration('CreateNotes0000000000001', () => `CREATE TABLE notes (${columns})`),
];
const migrations = createNotes('n int');

const on = (url = '') => ({ query: (sql: string) => run({ url, sql }) });

async function run({ url, sql }: { url: string; sql: string }) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('testDatabase', () => {
  let databases: readonly TestDatabase[] = [];

  beforeAll(async () => {
    databases = await Promise.all([1, 2, 3].map(() => testDatabase('spec-notes', migrations)));
  });
  afterAll(async () => {
    await Promise.all(databases.map((database) => database.drop()));
  });

  it('returns migrated copies that are independent, also for simultaneous calls', async () => {
    const [first, second] = databases;
    await on(first?.urls.app).query('INSERT INTO notes VALUES (7)');
    expect(await on(first?.adminUrl).query('SELECT n FROM notes')).toEqual([{ n: 7 }]);
    expect(await on(second?.urls.app).query('SELECT n FROM notes')).toEqual([]);
  });

  it('keeps the rights of the roles in the copy', async () => {
    const [copy] = databases;
    await expect(on(copy?.urls.app).query('DROP TABLE notes')).rejects.toThrow('must be owner');
    await expect(on(copy?.urls.worker).query('CREATE TABLE more ()')).rejects.toThrow(
      'permission denied',
    );
  });

  it('makes a new template when a migration changes', async () => {
    const changed = await testDatabase('spec-notes', createNotes('n int, author text'));
    expect(await on(changed.urls.app).query('SELECT author FROM notes')).toEqual([]);
    await changed.drop();
  });

  it('removes the database although sessions are open', async () => {
    const extra = await testDatabase('spec-notes', migrations);
    const session = new pg.Client({ connectionString: extra.urls.app });
    session.on('error', (error) => expect(error.message).toMatch(/terminat/));
    await session.connect();
    await extra.drop();
    await expect(on(extra.urls.app).query('SELECT 1')).rejects.toThrow('does not exist');
    await session.end();
  });
});
