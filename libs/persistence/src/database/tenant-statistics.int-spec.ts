import { newId } from '@towpath/kernel';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import { createPool } from './connection-pool.js';
import { runMigrations } from './data-source.js';

let database: TestDatabase;
let specimen: Specimen;

beforeEach(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  specimen = await openSpecimen(database);
});
afterEach(async () => {
  await specimen?.close();
  await database?.drop();
});

const SEARCHES = [
  {
    index: 'parcels_pkey',
    sql: 'SELECT status FROM parcels WHERE customer_app_id = $1 AND parcel_id = $2',
  },
  {
    index: 'parcels_reference_key',
    sql: 'SELECT status FROM parcels WHERE customer_app_id = $1 AND reference = $2',
  },
];

/** More indexes that begin with the customer app, as the services' tables have. */
async function giveReferences(): Promise<void> {
  await specimen.adminPool.query(`ALTER TABLE parcels ADD reference text;
    CREATE UNIQUE INDEX parcels_reference_key ON parcels (customer_app_id, reference);
    CREATE INDEX parcels_by_weight ON parcels (customer_app_id, weight DESC)`);
}

async function addParcels(count: number, app: (index: number) => string): Promise<void> {
  await specimen.adminPool.query(
    `INSERT INTO parcels (customer_app_id, parcel_id, reference, status)
     SELECT app, 'p' || id, 'r' || id, 'OPEN' FROM unnest($1::text[]) WITH ORDINALITY AS t(app, id)`,
    [Array.from({ length: count }, (_, index) => app(index))],
  );
}

/** Indexes that a request's plans use, made now; kept ones are for whatever value comes. */
async function indexesUsed(plans = 'force_generic_plan'): Promise<(string | undefined)[]> {
  const limits = { size: 1 };
  const pool = createPool({ url: database.urls.app, name: 'spec', limits, planner: 'by index' });
  try {
    await pool.query(`SET plan_cache_mode = ${plans};
      SELECT set_config('app.customer_app_id', '${specimen.ours}', false)`);
    const used: (string | undefined)[] = [];
    for (const [number, { sql }] of SEARCHES.entries()) {
      await pool.query(`PREPARE look_up_${number}(text, text) AS ${sql}`);
      const plan = await pool.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (COSTS OFF) EXECUTE look_up_${number}('${specimen.ours}', 'x')`,
      );
      const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
      used.push(/Index (?:Only )?Scan using (\S+)/.exec(text)?.[1]);
    }
    return used;
  } finally {
    await pool.end();
  }
}

const WHOLE_KEYS = SEARCHES.map(({ index }) => index);

describe('a query by a whole key uses the index of that key', () => {
  beforeEach(giveReferences);

  it('while the table has never been analysed', async () => {
    await addParcels(60, () => specimen.ours);
    expect(await indexesUsed()).toEqual(WHOLE_KEYS);
  });

  it('when the table was analysed while each customer app had one row', async () => {
    await addParcels(60, () => newId(new Date()));
    await specimen.adminPool.query('ANALYZE parcels');
    expect(await indexesUsed()).toEqual(WHOLE_KEYS);
  });

  it('when the table was analysed before the customer app existed, with a plan for its value', async () => {
    await addParcels(5_000, () => specimen.theirs);
    await specimen.adminPool.query('ANALYZE parcels');
    expect(await indexesUsed('force_custom_plan')).toEqual(WHOLE_KEYS);
  });
});

describe('the stated number of rows per tenant', () => {
  const numbers = async () => {
    const { rows } = await specimen.adminPool.query<{ name: string; number: number }>(
      `SELECT tablename AS name, n_distinct AS number FROM pg_stats
       WHERE schemaname = 'public' AND attname = 'customer_app_id'`,
    );
    return new Map(rows.map(({ name, number }) => [name, number]));
  };

  it('is set for every tenant table, and stays', async () => {
    const { rows } = await specimen.adminPool.query<{ name: string }>(
      `SELECT attrelid::regclass::text AS name FROM pg_attribute
       WHERE attname = 'customer_app_id' AND attrelid IN
         (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r')`,
    );
    expect(rows.length).toBeGreaterThan(5);
    const stated = new Map(rows.map(({ name }) => [name, 20]));
    expect(await numbers()).toEqual(stated);
    await giveReferences();
    await addParcels(60, () => specimen.ours);
    await specimen.adminPool.query('ANALYZE');
    expect(await numbers()).toEqual(stated);
  });

  it('is set again by migrations in a database whose statistics were lost', async () => {
    await specimen.adminPool.query(
      `SELECT pg_clear_attribute_stats('public', 'parcels', 'customer_app_id', false)`,
    );
    expect((await numbers()).has('parcels')).toBe(false);
    await runMigrations(database.urls.owner, specimenMigrations);
    expect((await numbers()).get('parcels')).toBe(20);
  });

  it('can be replaced by an operator with real statistics', async () => {
    await giveReferences();
    await addParcels(60, () => specimen.ours);
    await specimen.adminPool.query(
      'ALTER TABLE parcels ALTER COLUMN customer_app_id SET STATISTICS 100; ANALYZE parcels',
    );
    await runMigrations(database.urls.owner, specimenMigrations);
    expect((await numbers()).get('parcels')).toBe(1);
  });
});
