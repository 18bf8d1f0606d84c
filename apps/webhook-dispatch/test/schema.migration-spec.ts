import { walkMigrations, type AdminSession } from '@towpath/persistence';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import { webhookDispatchMigrations } from '../src/migrations/index.js';
import { webhookEntities } from '../src/persistence/entities.js';

let database: TestDatabase;

beforeEach(async () => {
  database = await testDatabase('webhook-dispatch', []);
});
afterEach(() => database?.drop());

async function tables(db: AdminSession): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
       AND relkind = 'r' AND relname LIKE 'webhook%' AND relrowsecurity AND relforcerowsecurity
     ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

async function workerDeletes(db: AdminSession): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
       AND relname LIKE 'webhook%' AND relkind = 'r'
       AND has_table_privilege('webhook_dispatch_worker', oid, 'DELETE') ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

const ENDPOINT = `INSERT INTO webhook_endpoints (customer_app_id, webhook_endpoint_id, url,
    event_types, enabled, sealed, signature_kinds, enabled_at, created_at, updated_at)
  VALUES ('a', 'e', 'https://shop.example', '{*}', true, '', '{v1}', now(), now(), now())`;
const MESSAGE = `INSERT INTO webhook_messages (customer_app_id, event_id, event_type, resource_kind,
    resource_id, sequence, event_time, body, request_id, created_at)
  VALUES ('a', 'm', 'WEBHOOK_TEST', 'k', 'r', 1, now(), '{}', 'q', now())`;
const DELIVERY = `INSERT INTO webhook_deliveries (customer_app_id, event_id, webhook_endpoint_id,
    resource_id, sequence, status, due_at, created_at)
  VALUES ('a', 'm', 'e', 'r', 1, 'PENDING', now(), now())`;
const ATTEMPT = `INSERT INTO webhook_attempts (customer_app_id, event_id, webhook_endpoint_id,
    attempt_number, attempt_id, outcome, started_at, duration_ms)
  VALUES ('a', 'm', 'e', 1, 't', 'FAILED', now(), 1)`;

it('each migration does what it says, agrees with the entities, and can be taken back', async () => {
  await walkMigrations({
    database,
    migrations: webhookDispatchMigrations,
    entities: webhookEntities,
    steps: {
      BaseTables1700000000000: {
        after: async (db) => expect(await tables(db)).toEqual([]),
      },
      CreateWebhookEndpoints1700000100000: {
        after: async (db) => {
          expect(await tables(db)).toEqual(['webhook_endpoint_health', 'webhook_endpoints']);
          await db.query(ENDPOINT);
          await db.query(`INSERT INTO webhook_endpoint_health VALUES ('a', 'e')`);
          await expect(db.query(`UPDATE webhook_endpoints SET deleted_at = now()`)).rejects.toThrow(
            'webhook_endpoints_deleted_check',
          );
          await db.query(`DELETE FROM webhook_endpoints`);
          expect(await db.query(`SELECT 1 FROM webhook_endpoint_health`)).toEqual([]);
        },
      },
      CreateWebhookEvents1700000101000: {
        before: async (db) => {
          await db.query(ENDPOINT);
        },
        after: async (db) => {
          expect(await tables(db)).toHaveLength(6);
          expect(await db.query(`SELECT 1 FROM webhook_endpoints`)).toHaveLength(1);
          await db.query(MESSAGE);
          await db.query(DELIVERY);
          await db.query(ATTEMPT);
          await expect(db.query(DELIVERY)).rejects.toThrow('webhook_deliveries_pkey');
          await expect(db.query(`UPDATE webhook_deliveries SET due_at = NULL`)).rejects.toThrow(
            'webhook_deliveries_due_check',
          );
          await expect(db.query(`UPDATE webhook_deliveries SET status = 'HELD'`)).rejects.toThrow(
            'webhook_deliveries_status_check',
          );
          const [row] = await db.query<{ recorded_in: number }>(
            `SELECT recorded_in FROM webhook_messages`,
          );
          expect(Number(row?.recorded_in)).toBeGreaterThan(0);
          await db.query(`DELETE FROM webhook_messages`);
          expect(await db.query(`SELECT 1 FROM webhook_attempts`)).toEqual([]);
        },
      },
      TellOfExpiringEvents1700000102000: {
        before: async (db) => {
          expect(await workerDeletes(db)).toContain('webhook_deliveries');
        },
        after: async (db) => {
          expect(
            await db.query(`SELECT held_events_expire_at, expiry_told_at FROM webhook_endpoints`),
          ).toEqual([{ held_events_expire_at: null, expiry_told_at: null }]);
          expect(await workerDeletes(db)).toEqual([
            'webhook_endpoints',
            'webhook_messages',
            'webhook_resources',
          ]);
        },
      },
      CreateWebhookRecoveries1700000450000: {
        after: async (db) => {
          expect(await tables(db)).toContain('webhook_recoveries');
          expect(await workerDeletes(db)).not.toContain('webhook_recoveries');
          const [found] = await db.query<{ webhook_endpoint_id: string }>(
            `SELECT webhook_endpoint_id FROM webhook_endpoints`,
          );
          expect(found).toEqual({ webhook_endpoint_id: 'e' });
          await db.query(`INSERT INTO webhook_recoveries
            (customer_app_id, webhook_endpoint_id, since, started_at) VALUES ('a', 'e', now(), now())`);
          await db.query(`DELETE FROM webhook_endpoints`);
          expect(await db.query(`SELECT 1 FROM webhook_recoveries`)).toEqual([]);
        },
      },
      ForgetUserMetadata1700000520000: {
        after: async (db) => expect(await db.query('SELECT * FROM outbox')).toEqual([]),
      },
      ForgetSentUserMetadata1700000520100: {
        before: async (db) => {
          for (const sql of [ENDPOINT, MESSAGE, DELIVERY, ATTEMPT]) await db.query(sql);
          await db.query(`UPDATE webhook_attempts SET response_body = '{"nick": "Quill"}'`);
          await db.query(`UPDATE webhook_messages SET resource_kind = 'payment_user',
            body = '{"user_id": "u", "metadata": {"nick": "Quill"}, "sequence": 1}'`);
        },
        after: async (db) => {
          const sent = `SELECT convert_from(body, 'UTF8')::jsonb AS body, response_body
            FROM webhook_messages JOIN webhook_attempts USING (customer_app_id, event_id)`;
          const body = { user_id: 'u', sequence: 1 };
          expect(await db.query(sent)).toEqual([{ body, response_body: null }]);
          await db.query('DELETE FROM webhook_messages');
        },
      },
    },
  });
}, 60_000);
