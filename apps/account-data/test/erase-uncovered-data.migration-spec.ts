import { runMigrations } from '@towpath/persistence';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import { EraseUncoveredData1700000507000 } from '../src/migrations/1700000507000-erase-uncovered-data/migration.js';
import { accountDataMigrations } from '../src/migrations/index.js';

const AT = '2026-03-01T12:00:00.000Z';
const before = accountDataMigrations.slice(
  0,
  accountDataMigrations.indexOf(EraseUncoveredData1700000507000),
);
const through = accountDataMigrations.slice(0, before.length + 1);

let scratch: TestDatabase;
let admin: pg.Client;
beforeEach(async () => {
  scratch = await testDatabase('account-data', []);
  await runMigrations(scratch.urls.owner, before);
  admin = new pg.Client({ connectionString: scratch.adminUrl });
  await admin.connect();
});
afterEach(async () => {
  await admin?.end();
  await scratch?.drop();
});

async function link(login_identity_id: string, members: object): Promise<void> {
  const row = {
    customer_app_id: 'a',
    login_identity_id,
    live: false,
    user_id: 'u',
    institution_id: 'testbank',
    status: 'DATA_RETRIEVAL_COMPLETE',
    sequence: 1,
    authentication_status: 'AUTHENTICATED',
    authentication_sequence: 1,
    session_status: 'COMPLETED',
    session_sequence: 1,
    session_id: 's',
    linking_attempt_id: 'l',
    products: ['accounts'],
    progress: { accounts: { status: 'SUCCESS' } },
    stores_credentials: false,
    refreshes_without_user: true,
    automatic_refresh: 'OFF',
    permission_granted_at: AT,
    permission_expired: false,
    permission_watched: false,
    created_at: AT,
    updated_at: AT,
    ...members,
  };
  await admin.query(
    `INSERT INTO login_identities SELECT * FROM jsonb_populate_record(null::login_identities, $1)`,
    [JSON.stringify(row)],
  );
}

it('makes the erasure due for consents that were narrowed or ended before', async () => {
  const wider = { accounts: { status: 'SUCCESS' }, identity: { status: 'SUCCESS' } };
  await link('1 same', {});
  await link('2 narrowed', { progress: wider });
  await link('3 ended', { permission_expired: true });
  await link('4 deleted', { permission_expired: true, status: 'UNLINK_SUCCEEDED' });
  await runMigrations(scratch.urls.owner, through);
  const { rows } = await admin.query<object>(
    `SELECT login_identity_id AS id, erasure_due_at AS due, progress FROM login_identities
     ORDER BY 1`,
  );
  const progress = { accounts: { status: 'SUCCESS' } };
  expect(rows).toEqual([
    { id: '1 same', due: null, progress },
    { id: '2 narrowed', due: new Date(AT), progress },
    { id: '3 ended', due: new Date(AT), progress },
    { id: '4 deleted', due: null, progress },
  ]);
});
