import { runMigrations } from '@towpath/persistence';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import { CompareWithMandates1700000321000 } from '../src/migrations/1700000321000-compare-with-mandates/migration.js';
import { migrations } from '../src/migrations/index.js';

const AT = '2026-03-01T12:00:00Z';
const before = migrations.slice(0, migrations.indexOf(CompareWithMandates1700000321000));
const through = migrations.slice(0, before.length + 1);

let scratch: TestDatabase;
let admin: pg.Client;
beforeEach(async () => {
  scratch = await testDatabase('payment-link', []);
  await runMigrations(scratch.urls.owner, before);
  admin = new pg.Client({ connectionString: scratch.adminUrl });
  await admin.connect();
  // Without the rows that these refer to.
  await admin.query('SET session_replication_role = replica');
});
afterEach(async () => {
  await admin?.end();
  await scratch?.drop();
});

function insert(table: string, row: object): Promise<unknown> {
  const sql = `INSERT INTO ${table} SELECT * FROM jsonb_populate_record(null::${table}, $1)`;
  const shared = { customer_app_id: 'a', sequence: 1, created_at: AT, updated_at: AT };
  return admin.query(sql, [JSON.stringify({ ...shared, follow_ups_asked: 4, ...row })]);
}

const money = { amount: 500, surcharge_amount: 0, currency: 'HKD' };

async function charged(payment_id: string, charge: string, payment: string): Promise<void> {
  const names = { payment_id, mandate_id: `mandate of ${payment_id}`, type: 'MANDATE' };
  const parties = { user_id: 'u', external_user_id: 'e', sender_type: 'INDIVIDUAL' };
  const terms = { ...names, ...money, ...parties, live: false, recipient_account_id: 'r' };
  await insert('payments', { ...terms, status: payment });
  await insert('mandate_charges', { ...names, ...money, status: charge, bank: {} });
}

function attempt(attempt_id: string, type: string, status: string): Promise<unknown> {
  const of = { payment_link_id: attempt_id, ordinal: 1, payment_method_type: type };
  const row = { ...of, recipient_account_id: 'r', integration_id: 'GW3', attempt_id, status };
  return insert('payment_attempts', row);
}

it('asks about each charge and each mandate that waits for a word, and about no other', async () => {
  await charged('open', 'ACCEPTED', 'SUBMITTED');
  await charged('early', 'ACCEPTED', 'PROCESSING');
  await charged('paid', 'ACCEPTED', 'EXECUTED');
  await charged('refused', 'REFUSED', 'SUBMITTED');
  await attempt('waits', 'MANDATE', 'CONFIRMED');
  await attempt('card', 'CARD', 'CONFIRMED');
  await attempt('over', 'MANDATE', 'FAILED');
  await runMigrations(scratch.urls.owner, through);
  const { rows } = await admin.query<{ asked: string }>(
    `SELECT payment_id AS asked FROM mandate_charges
     WHERE follow_up_at > now() AND follow_ups_asked = 0
     UNION ALL SELECT attempt_id FROM payment_attempts
     WHERE follow_up_at > now() AND follow_ups_asked = 0`,
  );
  expect(rows.map(({ asked }) => asked).toSorted()).toEqual(['early', 'open', 'waits']);
});
