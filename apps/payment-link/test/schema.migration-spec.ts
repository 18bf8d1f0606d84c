import {
  assertNoDrift,
  createDataSource,
  dumpSchema,
  ForgetUserMetadata1700000520000,
  runMigrations,
} from '@towpath/persistence';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import { entities } from '../src/persistence/entities.js';
import { ForgetRestOfErasedUsers1700000520200 } from '../src/migrations/1700000520200-forget-rest-of-erased-users/migration.js';
import { migrations } from '../src/migrations/index.js';

/** Their rows have specs of their own. */
const ROWS_ALONE: unknown[] = [
  ForgetUserMetadata1700000520000,
  ForgetRestOfErasedUsers1700000520200,
];

let scratch: TestDatabase;

beforeEach(async () => {
  scratch = await testDatabase('payment-link', []);
});
afterEach(() => scratch.drop());

/** Columns, keys, policies, grants, triggers, functions: all that a migration may change. */
const schema = () => dumpSchema(scratch.urls.owner);

describe('the migrations of payment-link', () => {
  it('lead to the schema that the entities describe', async () => {
    await runMigrations(scratch.urls.owner, migrations);
    const source = await createDataSource({ url: scratch.urls.owner, entities }).initialize();
    try {
      await assertNoDrift(source);
    } finally {
      await source.destroy();
    }
  });

  it('run once', async () => {
    await runMigrations(scratch.urls.owner, migrations);
    expect(await runMigrations(scratch.urls.owner, migrations)).toEqual([]);
  });

  it('each change the schema, or rows alone, and each can be taken back', async () => {
    const before: string[] = [];
    for (let count = 1; count <= migrations.length; count += 1) {
      before.push(await schema());
      await runMigrations(scratch.urls.owner, migrations.slice(0, count));
      const isSame = (await schema()) === before.at(-1);
      expect([count, isSame]).toEqual([count, ROWS_ALONE.includes(migrations[count - 1])]);
    }
    const source = await createDataSource({ url: scratch.urls.owner, migrations }).initialize();
    for (const expected of before.slice(1).reverse()) {
      await source.undoLastMigration();
      expect(await schema()).toBe(expected);
    }
    await source.destroy();
  });

  it('put every table under row-level security that binds its owner too', async () => {
    await runMigrations(scratch.urls.owner, migrations);
    const source = await createDataSource({ url: scratch.urls.owner }).initialize();
    const open = await source.query<{ name: string }[]>(`
      SELECT relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND relkind = 'r' AND relname <> 'migrations'
        AND NOT (relrowsecurity AND relforcerowsecurity)`);
    const withoutTenant = await source.query<{ name: string }[]>(`
      SELECT conrelid::regclass::text AS name FROM pg_constraint
      WHERE contype IN ('p', 'f') AND connamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = conrelid
          AND a.attnum = ANY (conkey) AND a.attname = 'customer_app_id')
        AND conrelid::regclass::text NOT IN ('migrations', 'outbox', 'inbox',
          'aggregate_positions', 'parked_messages')`);
    await source.destroy();
    expect({ open, withoutTenant }).toEqual({ open: [], withoutTenant: [] });
  });
});
