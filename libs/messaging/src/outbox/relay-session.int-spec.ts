import { newId } from '@towpath/kernel';
import { eventually, testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import { PARCEL_MIGRATIONS } from '../specimen/parcel-stage.fixture.js';
import { RelaySession } from './relay-session.js';

const PUBLISHED = 5_000;
const ROUNDS = 20;

let database: TestDatabase;
let admin: pg.Client;

beforeEach(async () => {
  database = await testDatabase('parcel-post', PARCEL_MIGRATIONS);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  // Vacuum would clear the entries as well, sooner or later.
  await admin.query('ALTER TABLE outbox SET (autovacuum_enabled = false)');
});
afterEach(async () => {
  await admin?.end();
  await database?.drop();
});

async function inSession<T>(work: (session: RelaySession) => Promise<T>): Promise<T> {
  const workerUrl = database.urls.worker;
  const session = await RelaySession.open({ workerUrl, name: 'relay', onWake: () => undefined });
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

async function addEvents(count: number): Promise<void> {
  await admin.query(
    `INSERT INTO outbox (event_id, customer_app_id, topic, message_key, event_name, event_version,
       sequence, payload, occurred_at)
     SELECT $1 || n, $1, 'topic', $1 || n, 'parcel.moved', 1, 1, '{}', now()
     FROM generate_series(1, $2) n`,
    [newId(new Date()), count],
  );
}

async function publishAll(session: RelaySession): Promise<void> {
  for (;;) {
    const rows = await session.unpublished({ limit: 500, except: [] });
    if (rows.length === 0) return;
    await session.markPublished(rows);
  }
}

/** Uses of the index of unpublished events, and entries read. A connection counts as it ends. */
async function indexUse(): Promise<{ readonly scans: number; readonly entries: number }> {
  await eventually(async () => (await otherConnections()) === 0);
  const { rows } = await admin.query<{ scans: string; entries: string }>(
    `SELECT idx_scan AS scans, idx_tup_read AS entries FROM pg_stat_user_indexes
     WHERE indexrelname = 'outbox_unpublished'`,
  );
  return { scans: Number(rows[0]?.scans), entries: Number(rows[0]?.entries) };
}

/** Until then the server keeps the entries of published events for them, also in other databases. */
async function olderTransactionsEnd(): Promise<void> {
  const { rows } = await admin.query<{ now: string }>('SELECT pg_current_xact_id()::text AS now');
  const isOver = `SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 AS over`;
  await eventually(
    async () => (await admin.query<{ over: boolean }>(isOver, [rows[0]?.now])).rows[0]?.over,
  );
}

async function otherConnections(): Promise<number> {
  const { rowCount } = await admin.query(
    `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND backend_type = 'client backend'`,
  );
  return rowCount ?? 0;
}

it('a round of the relay does not read events that earlier rounds published', async () => {
  // To gather statistics is a transaction too, which would keep the entries.
  await admin.query('ALTER TABLE outbox SET (autovacuum_enabled = false)');
  await addEvents(PUBLISHED);
  await inSession(publishAll);
  await olderTransactionsEnd();
  const before = await indexUse();
  await addEvents(3);
  await inSession(async (session) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(await session.unpublished({ limit: 500, except: [] })).toHaveLength(3);
    }
  });
  const after = await indexUse();
  expect(after.scans - before.scans).toBe(ROUNDS);
  expect(after.entries - before.entries).toBeLessThan(ROUNDS * 10 + PUBLISHED);
}, 30_000);
