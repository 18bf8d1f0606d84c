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

const LOOK_UPS = [
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

/** Indexes that a request's kept plans use, made now for whatever value comes. */
async function indexesUsed(): Promise<(string | undefined)[]> {
  const limits = { size: 1 };
  const pool = createPool({ url: database.urls.app, name: 'spec', limits, byIndexOnly: true });
  try {
    await pool.query(`SET plan_cache_mode = force_generic_plan;
      SELECT set_config('app.customer_app_id', '${specimen.ours}', false)`);
    const used: (string | undefined)[] = [];
    for (const [number, { sql }] of LOOK_UPS.entries()) {
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

const WHOLE_KEYS = LOOK_UPS.map(({ index }) => index);

describe('a look-up by a whole key reads by the index of that key', () => {
  beforeEach(giveReferences);

  it('while the table has never been analysed', async () => {
    await addParcels(60, () => specimen.ours);
    expect(await indexesUsed()).toEqual(WHOLE_KEYS);
  });

  it('when it was analysed while each customer app had one row', async () => {
    await addParcels(60, () => newId(new Date()));
    await specimen.adminPool.query('ANALYZE parcels');
    expect(await indexesUsed()).toEqual(WHOLE_KEYS);
  });
});

describe('after the migrations', () => {
  const columns = async () => {
    const { rows } = await specimen.adminPool.query<{ name: string; options: string[] }>(
      `SELECT attrelid::regclass::text AS name, attoptions AS options FROM pg_attribute
       WHERE attname = 'customer_app_id' AND attrelid IN
         (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r')`,
    );
    return rows;
  };

  it('every tenant table has the number, and statistics from the start', async () => {
    const found = await columns();
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter(({ options }) => options?.[0] !== 'n_distinct=20')).toEqual([]);
    const { rows } = await specimen.adminPool.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_stats
       WHERE schemaname = 'public' AND attname = 'customer_app_id' AND n_distinct = 20`,
    );
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      found.map(({ name }) => name).toSorted(),
    );
  });

  it('a number that an operator chose stays', async () => {
    await giveReferences();
    await addParcels(4, () => specimen.ours);
    await specimen.adminPool.query(
      'ALTER TABLE parcels ALTER COLUMN customer_app_id SET (n_distinct = 3); ANALYZE parcels',
    );
    await runMigrations(database.urls.owner, specimenMigrations);
    await specimen.adminPool.query('ANALYZE parcels');
    const { rows } = await specimen.adminPool.query(
      `SELECT n_distinct FROM pg_stats WHERE tablename = 'parcels' AND attname = 'customer_app_id'`,
    );
    expect(rows).toEqual([{ n_distinct: 3 }]);
  });
});
