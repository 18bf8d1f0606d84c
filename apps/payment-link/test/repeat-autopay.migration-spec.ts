import { runMigrations } from '@towpath/persistence';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import { RepeatAutopay1700000515000 } from '../src/migrations/1700000515000-repeat-autopay/migration.js';
import { migrations } from '../src/migrations/index.js';

const AT = '2026-03-01T12:00:00Z';
const before = migrations.slice(0, migrations.indexOf(RepeatAutopay1700000515000));
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

const bill = (customer_app_id: string, bill_reference_id: string, status = 'UNPAID') =>
  insert('bills', {
    ...{ customer_app_id, bill_reference_id, status, bill_id: bill_reference_id },
    ...{ integration_id: 'EXT', external_bill_id: bill_reference_id },
    ...{ user_id: 'u', external_user_id: 'e', amount: 100, currency: 'HKD' },
    is_autopay_eligible: true,
  });

let payments = 0;
function payment(app: string, reference: string, members: object): Promise<unknown> {
  payments += 1;
  return insert('payments', {
    ...{ customer_app_id: app, payment_id: `payment-${payments}`, type: 'MANDATE' },
    ...{ live: false, amount: 100, surcharge_amount: 0, fee_amount: 0, currency: 'HKD' },
    ...{ refunds_total: 0, disputed_total: 0 },
    ...{ user_id: 'u', external_user_id: 'e', sender_type: 'INDIVIDUAL' },
    ...{ recipient_account_id: 'r', external_transaction_reference: reference },
    ...members,
  });
}

it('returned debits and failed charges of open bills from before count as seen', async () => {
  const returned = { status: 'EXECUTED', amount_returned: 100, returned_at: AT };
  await bill('a', 'open');
  await bill('b', 'open');
  await bill('a', 'failed', 'FAILED');
  await bill('a', 'paid', 'PAID');
  await payment('a', 'open', returned);
  await payment('a', 'open', { status: 'EXECUTED' });
  await payment('a', 'open', { status: 'FAILED', payment_link_id: 'link' });
  await payment('a', 'open', { ...returned, currency: 'USD' });
  await payment('a', 'failed', { status: 'FAILED' });
  await payment('a', 'failed', { status: 'REVOKED' });
  await payment('a', 'paid', returned);
  await runMigrations(scratch.urls.owner, through);
  const { rows } = await admin.query<{ bill: string; seen: number }>(
    `SELECT customer_app_id || ' ' || bill_id AS bill, autopay_setbacks AS seen FROM bills`,
  );
  const seen = Object.fromEntries(rows.map((row) => [row.bill, row.seen]));
  expect(seen).toEqual({ 'a open': 1, 'b open': 0, 'a failed': 2, 'a paid': 0 });
});
