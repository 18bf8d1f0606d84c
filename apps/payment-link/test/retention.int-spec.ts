import { baseRetention } from '@towpath/persistence';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import pg from 'pg';
import { migrations } from '../src/migrations/index.js';
import { paymentLinkRetention } from '../src/persistence/retention.js';

let database: TestDatabase;
let worker: pg.Client;

beforeAll(async () => {
  database = await testDatabase('payment-link', migrations);
  worker = new pg.Client({ connectionString: database.urls.worker });
  await worker.connect();
});
afterAll(async () => {
  await worker?.end();
  await database?.drop();
});

/** Of the libraries, and changed by the worker for other reasons. */
const COPIES = ['aggregate_positions', 'customer_app_views'];

it('the role that retention runs as can delete what its rules name, and no money row', async () => {
  const { rows } = await worker.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
       AND relkind = 'r' AND has_table_privilege(oid, 'DELETE') ORDER BY 1`,
  );
  const ruled = [...baseRetention, ...paymentLinkRetention].map(({ table }) => table);
  expect(rows.map(({ name }) => name)).toEqual([...ruled, ...COPIES].toSorted());
  await expect(worker.query('DELETE FROM ledger_transfers')).rejects.toThrow('permission denied');
});
