import { runMigrations } from '@towpath/persistence';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import { KeepTransactionReferenceIds1700000205000 } from '../src/migrations/1700000205000-keep-transaction-reference-ids/migration.js';
import { migrations } from '../src/migrations/index.js';

const AT = '2026-03-01T12:00:00Z';
const before = migrations.slice(0, migrations.indexOf(KeepTransactionReferenceIds1700000205000));
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

async function pay(payment_id: string, members: object = {}): Promise<void> {
  const row = {
    customer_app_id: 'a',
    payment_id,
    type: 'CARD',
    status: 'EXECUTED',
    live: false,
    amount: 100,
    surcharge_amount: 0,
    currency: 'HKD',
    user_id: 'u',
    external_user_id: 'e',
    sender_type: 'INDIVIDUAL',
    recipient_account_id: 'r',
    external_transaction_reference: 'INV-1',
    sequence: 1,
    created_at: AT,
    updated_at: AT,
    ...members,
  };
  await admin.query(
    `INSERT INTO payments SELECT * FROM jsonb_populate_record(null::payments, $1)`,
    [JSON.stringify(row)],
  );
}

it('payments of before have no such reference, those of afterwards keep it', async () => {
  await pay('old', { transaction_reference_id: 'lost' });
  await runMigrations(scratch.urls.owner, through);
  await pay('new', { transaction_reference_id: 'kept' });
  const { rows } = await admin.query<object>(
    `SELECT payment_id, external_transaction_reference AS external, transaction_reference_id AS id
     FROM payments ORDER BY payment_id DESC`,
  );
  expect(rows).toEqual([
    { payment_id: 'old', external: 'INV-1', id: null },
    { payment_id: 'new', external: 'INV-1', id: 'kept' },
  ]);
});
