import { runMigrations } from '@towpath/persistence';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import { LimitDebitAttempts1700000197000 } from '../src/migrations/1700000197000-limit-debit-attempts/migration.js';
import { migrations } from '../src/migrations/index.js';

const AT = '2026-03-01T12:00:00Z';
const before = migrations.slice(0, migrations.indexOf(LimitDebitAttempts1700000197000));
const through = migrations.slice(0, before.length + 1);

let scratch: TestDatabase;
let admin: pg.Client;
beforeEach(async () => {
  scratch = await testDatabase('payment-link', []);
  await runMigrations(scratch.urls.owner, before);
  admin = new pg.Client({ connectionString: scratch.adminUrl });
  await admin.connect();
});
afterEach(async () => {
  await admin?.end();
  await scratch?.drop();
});

function insert(table: string, row: object): Promise<unknown> {
  const sql = `INSERT INTO ${table} SELECT * FROM jsonb_populate_record(null::${table}, $1)`;
  const shared = { sequence: 1, created_at: AT, updated_at: AT };
  return admin.query(sql, [JSON.stringify({ ...shared, ...row })]);
}

const link = (customer_app_id: string, payment_link_id: string, status = 'CREATED') =>
  insert('payment_links', {
    customer_app_id,
    payment_link_id,
    status,
    unique_reference_id: payment_link_id,
    content_hash: 'h',
    mode: 'PAYMENT',
    live: false,
    currency: 'HKD',
    user_id: 'u',
    external_user_id: 'e',
    sender_sealed: '\\x00',
    language: 'en',
    ui_mode: 'standalone',
    attempt_in_flight: false,
    attempts: 9,
    card_attempts: 0,
    autopay_answered: false,
    expires_at: AT,
    version: 1,
  });

let attempts = 0;
function attempt(of: readonly [string, string], type: string, members: object): Promise<unknown> {
  attempts += 1;
  return insert('payment_attempts', {
    customer_app_id: of[0],
    payment_link_id: of[1],
    attempt_id: `attempt-${attempts}`,
    ordinal: attempts,
    payment_method_type: type,
    recipient_account_id: 'r',
    integration_id: 'GW3',
    follow_ups_asked: 0,
    ...members,
  });
}

it('links that are open begin with the direct debits that were tried on them', async () => {
  const failed = { status: 'FAILED', submitted_at: AT };
  for (const [app, id] of [
    ['a', 'open'],
    ['b', 'open'],
    ['a', 'untried'],
  ] as const) {
    await link(app, id);
  }
  await link('a', 'paid', 'PAID');
  await attempt(['a', 'open'], 'MANDATE', failed);
  await attempt(['a', 'open'], 'MANDATE', { status: 'FAILED' });
  await attempt(['a', 'open'], 'MANDATE', { status: 'REPLACED' });
  await attempt(['a', 'open'], 'CARD', failed);
  await attempt(['a', 'open'], 'MANDATE', { status: 'CAPTURING', submitted_at: AT });
  await attempt(['b', 'open'], 'MANDATE', failed);
  await attempt(['a', 'untried'], 'MANDATE', { status: 'SELECTED' });
  await attempt(['a', 'paid'], 'MANDATE', { status: 'SUCCEEDED', submitted_at: AT });
  await runMigrations(scratch.urls.owner, through);
  const { rows } = await admin.query<{ link: string; debit_attempts: number }>(
    `SELECT customer_app_id || ' ' || payment_link_id AS link, debit_attempts FROM payment_links`,
  );
  const tried = Object.fromEntries(rows.map((row) => [row.link, row.debit_attempts]));
  expect(tried).toEqual({ 'a open': 3, 'b open': 1, 'a untried': 0, 'a paid': 0 });
});
