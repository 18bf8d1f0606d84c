import { runMigrations } from '@towpath/persistence';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import { gatewayMigrations } from '../src/migrations/index.js';
import { RequirePkce1700000506000 } from '../src/migrations/1700000506000-require-pkce/migration.js';

const before = gatewayMigrations.slice(0, gatewayMigrations.indexOf(RequirePkce1700000506000));
const through = gatewayMigrations.slice(0, before.length + 1);

let scratch: TestDatabase;
let admin: pg.Client;
beforeEach(async () => {
  scratch = await testDatabase('gateway', []);
  await runMigrations(scratch.urls.owner, before);
  admin = new pg.Client({ connectionString: scratch.adminUrl });
  await admin.connect();
});
afterEach(async () => {
  await admin?.end();
  await scratch?.drop();
});

const create = (id: string, name: string) =>
  admin.query(
    `INSERT INTO customer_apps (customer_app_id, client_id, name, app_type, status,
       credential_generation, scopes, redirect_uris, settings, clock_offset_ms, sequence, created_at,
       updated_at)
     VALUES ($1, $1, $2, 'TEST', 'ENABLED', 1, '{}', '{}', '{}', 0, 1, now(), now())`,
    [id, name],
  );
const migrate = async () => {
  const notes: string[] = [];
  await runMigrations(scratch.urls.owner, through, (line) => notes.push(line));
  return notes;
};

it('lets apps of before exchange codes without a verifier, and names them in the log', async () => {
  await create('01A', 'Shop');
  await create('01B', 'Other Shop');
  const [line, ...more] = await migrate();
  expect(line).toContain('01A (Shop), 01B (Other Shop)');
  expect(more).toEqual([]);
  await create('01C', 'New Shop');
  const { rows } = await admin.query('SELECT pkce FROM customer_apps ORDER BY customer_app_id');
  expect(rows).toEqual([{ pkce: 'OPTIONAL' }, { pkce: 'OPTIONAL' }, { pkce: 'REQUIRED' }]);
  expect(await migrate()).toEqual([]);
});

it('says nothing where there are no apps', async () => {
  expect(await migrate()).toEqual([]);
});
