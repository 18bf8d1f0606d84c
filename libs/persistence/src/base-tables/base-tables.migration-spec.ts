import { jest } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import { walkMigrations } from '../database/walk-migrations.js';
import { BaseTables1700000000000 } from './base-tables.migration.js';
import { ForgetUserMetadata1700000520000 } from './forget-user-metadata.migration.js';

// Whole chains of migrations, on a machine that may be busy.
jest.setTimeout(30_000);

const PUBLISHED = `INSERT INTO outbox (event_id, customer_app_id, topic, message_key, event_name,
    event_version, sequence, payload, occurred_at)
  SELECT name, 'a', name, 'key', name, 1, 1, '{"user_id": "u", "metadata": {"nick": "Quill"}}', now()
  FROM unnest(ARRAY['payment_user.created', 'payment.executed']) AS name`;
const PARKED = `INSERT INTO parked_messages (parked_message_id, consumer_group, topic, kafka_partition,
    kafka_offset, message_key, event_name, headers, value, reason, error, attempts)
  SELECT number, 'g', 't', 0, number, 'key', name, '{}', convert_to(value, 'UTF8'), 'r', 'e', 1
  FROM (VALUES (1, 'payment_user.updated', '{"user_id": "u", "metadata": {"nick": "Quill"}}'),
    (2, 'payment.executed', '{"metadata": {"nick": "Quill"}}'),
    (3, 'payment_user.updated', 'no JSON'), (4, 'payment_user.updated', '7'),
    (5, NULL, 'anything'), (6, 'payment_user.erased', NULL)) AS p (number, name, value)`;

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase('specimen', []);
});
afterAll(() => database?.drop());

it('makes the base tables, each under forced row-level security, and clears user metadata', async () => {
  await walkMigrations({
    database,
    migrations: [BaseTables1700000000000, ForgetUserMetadata1700000520000],
    entities: [],
    steps: {
      BaseTables1700000000000: {
        after: async (db) => {
          const tables = await db.query<{ name: string; forced: boolean; policies: number }>(
            `SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS forced
             FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
               AND relname <> 'migrations' ORDER BY 1`,
          );
          expect(tables).toEqual(
            [
              'aggregate_positions',
              'customer_app_views',
              'idempotency_keys',
              'inbox',
              'outbox',
              'parked_messages',
              'personal_data_keys',
            ].map((name) => ({ name, forced: true })),
          );
          const [clock] = await db.query(`SELECT app_now('nobody') AS now`);
          expect(clock).toEqual({ now: null });
        },
      },
      ForgetUserMetadata1700000520000: {
        before: async (db) => {
          await db.query(PUBLISHED);
          await db.query(PARKED);
        },
        after: async (db) => {
          expect(await db.query('SELECT payload FROM outbox ORDER BY event_name DESC')).toEqual([
            { payload: { user_id: 'u', metadata: {} } },
            { payload: { user_id: 'u', metadata: { nick: 'Quill' } } },
          ]);
          const parked = await db.query<{ text: string | null }>(
            `SELECT convert_from(value, 'UTF8') AS text FROM parked_messages ORDER BY kafka_offset`,
          );
          expect(parked.map(({ text }) => text)).toEqual([
            '{"user_id": "u", "metadata": {}}',
            '{"metadata": {"nick": "Quill"}}',
            'no JSON',
            '7',
            'anything',
            null,
          ]);
          await db.query('DELETE FROM outbox');
          await db.query('DELETE FROM parked_messages');
        },
      },
    },
  });
});
