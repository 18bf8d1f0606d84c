import type { WebhookEndpointId } from '@towpath/kernel';
import { byValues, createPool, PgTransactions } from '@towpath/persistence';
import { eventually, testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import {
  DeliveryClaimsService,
  type ClaimGrant,
} from '../src/delivering/rounds/delivery-claims.service.js';
import type { WebhookEndpointsReads } from '../src/endpoints/webhook-endpoints/webhook-endpoints.reads.js';
import type { RealTime } from '../src/time/real-time.js';
import { webhookDispatchMigrations } from '../src/migrations/index.js';

const WAITING = 3_000;
const QUOTA = 100;
const AT = new Date('2026-05-06T07:08:09Z');

let database: TestDatabase;
let admin: pg.Client;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase('webhook-dispatch', webhookDispatchMigrations);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  pool = createPool({
    url: database.urls.worker,
    name: 'claims',
    limits: { size: 1 },
    planner: 'by key',
  });
});
afterAll(async () => {
  await pool?.end();
  await admin?.end();
  await database?.drop();
});

/** Deliveries that wait at one endpoint, each of a resource of its own. */
async function addWaiting(): Promise<void> {
  await admin.query(
    `INSERT INTO webhook_deliveries (customer_app_id, event_id, webhook_endpoint_id, resource_id,
       sequence, status, due_at, created_at)
     SELECT 'app', 'event ' || n, 'endpoint', 'resource ' || n, 1, 'PENDING', $1, $1
     FROM generate_series(1, $2) n`,
    [AT, WAITING],
  );
}

async function entriesRead(): Promise<number> {
  const { rows } = await admin.query<{ entries: string }>(
    `SELECT idx_tup_read AS entries FROM pg_stat_user_indexes
     WHERE indexrelname = 'webhook_deliveries_first_tries'`,
  );
  return Number(rows[0]?.entries);
}

it('a claim does not read the whole queue, also if it was planned for an empty one', async () => {
  const transactions = new PgTransactions({ appPool: pool, workerPool: pool });
  const endpoints = { opened: () => ({ secrets: [], headers: {} }) };
  const claims = new DeliveryClaimsService(
    transactions,
    endpoints as unknown as WebhookEndpointsReads,
    {} as RealTime,
  );
  const endpoint = { endpointId: 'endpoint' as WebhookEndpointId, enabledAt: new Date(0) };
  const grant = { endpoint, quota: QUOTA } as unknown as ClaimGrant;
  const claim = () =>
    transactions.asWorker(
      async (tx) => {
        await claims.take(tx, [grant], AT);
        await tx.query(byValues('SELECT pg_stat_force_next_flush()'));
      },
      { byKey: true },
    );
  await claim();
  // Their messages and the app are not what is looked at.
  await admin.query(`SET session_replication_role = replica`);
  await addWaiting();
  await claim();
  const looked = `SELECT idx_scan >= ${QUOTA} AS enough FROM pg_stat_user_indexes
    WHERE indexrelname = 'webhook_deliveries_first_tries'`;
  await eventually(async () => (await admin.query<{ enough: boolean }>(looked)).rows[0]?.enough);
  expect(await entriesRead()).toBeLessThan(WAITING);
}, 30_000);
