import { jest } from '@jest/globals';
import type { CustomerAppId } from '@towpath/kernel';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import type { PoolClient } from 'pg';
import { ConcurrentChange, DatabaseUnavailable } from '../database/database-errors.js';
import { createPool } from '../database/connection-pool.js';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import { describeTransactions } from './describe-transactions.fixture.js';
import { PgTransactions } from './pg-transactions.js';
import { byValues } from './planned-statement.js';
import { runningSession, type AppTx, type Tx } from './tx.js';
import { WriteBatch } from './write-batch.js';

let database: TestDatabase;
let specimen: Specimen;
let shared: CustomerAppId;

beforeAll(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  specimen = await openSpecimen(database);
  shared = await specimen.addApp();
});
afterAll(async () => {
  await specimen?.close();
  await database?.drop();
});

const parcel = (app: CustomerAppId, id: string) => ({
  customer_app_id: app,
  parcel_id: id,
  status: 'OPEN',
});
const insert = async (tx: Tx, app: CustomerAppId, id: string) =>
  tx.write(new WriteBatch().insert('parcels', parcel(app, id)));
const ids = async (tx: Tx) =>
  (await tx.query<{ parcel_id: string }>(byValues('SELECT parcel_id FROM parcels ORDER BY 1'))).map(
    (row) => row.parcel_id,
  );

describeTransactions('over PostgreSQL', () => ({
  transactions: specimen.transactions,
  app: shared,
  written: async () => specimen.transactions.forApp(shared, ids),
}));

describe('a transaction of an app', () => {
  it('knows the app and its clock, to the millisecond', async () => {
    const app = await specimen.addApp();
    const offsetMs = 86_400_000;
    await specimen.transactions.forApp(app, (tx) =>
      specimen.views.setClock(tx, app, { offsetMs, frozenAt: null }),
    );
    await specimen.transactions.forApp(app, async (tx) => {
      await tx.begun;
      expect(tx.customerApp).toEqual({ id: app, type: 'TEST', name: 'Specimen' });
      expect(tx.now.getTime() - tx.systemNow.getTime()).toBe(offsetMs);
      expect(Math.abs(tx.systemNow.getTime() - Date.now())).toBeLessThan(60_000);
      const [row] = await tx.query<{ now: Date }>(byValues('SELECT app_now($1) AS now'), [app]);
      expect(row?.now).toEqual(tx.now);
    });
  });

  it('stays at the instant at which the clock is frozen', async () => {
    const app = await specimen.addApp();
    const frozenAt = new Date('2031-02-03T04:05:06.789Z');
    await specimen.transactions.forApp(app, (tx) =>
      specimen.views.setClock(tx, app, { offsetMs: 5, frozenAt }),
    );
    await specimen.transactions.forApp(app, async (tx) => {
      await tx.begun;
      expect(tx.now).toEqual(frozenAt);
    });
  });

  it('refuses a text that is not an ID', async () => {
    const work = jest.fn(async () => 1);
    const injected = `x'; DROP TABLE parcels; --` as CustomerAppId;
    await expect(specimen.transactions.forApp(injected, work)).rejects.toThrow(TypeError);
    expect(work).not.toHaveBeenCalled();
  });
});

describe('tenant isolation, without a filter in the statement', () => {
  beforeAll(async () => {
    await specimen.transactions.forApp(specimen.ours, (tx) => insert(tx, specimen.ours, 'ours'));
    await specimen.transactions.forApp(specimen.theirs, (tx) =>
      insert(tx, specimen.theirs, 'theirs'),
    );
  });

  it('shows each app its own rows only', async () => {
    expect(await specimen.transactions.forApp(specimen.ours, ids)).toEqual(['ours']);
    expect(await specimen.transactions.forApp(specimen.theirs, ids)).toEqual(['theirs']);
  });

  it('shows no row without a tenant, also on a connection that had one before', async () => {
    const client = await specimen.appPool.connect();
    try {
      expect((await client.query('SELECT * FROM parcels')).rows).toEqual([]);
      await client.query(`SELECT set_config('app.customer_app_id', $1, false)`, [specimen.ours]);
      expect((await client.query('SELECT * FROM parcels')).rows).toHaveLength(1);
      await client.query('RESET app.customer_app_id');
      expect((await client.query('SELECT * FROM parcels')).rows).toEqual([]);
    } finally {
      client.release(true);
    }
  });

  it('leaves no tenant behind on the connection', async () => {
    const pool = createPool({ url: database.urls.app, name: 'one', limits: { size: 1 } });
    const single = new PgTransactions({ appPool: pool, workerPool: specimen.workerPool });
    await single.forApp(specimen.ours, ids);
    expect((await pool.query('SELECT * FROM parcels')).rows).toEqual([]);
    await pool.end();
  });

  it('changes and deletes no row of another app, and writes none', async () => {
    await specimen.transactions.forApp(specimen.ours, async (tx) => {
      await tx.query(byValues(`UPDATE parcels SET weight = 7`));
      await tx.query(byValues(`DELETE FROM parcels WHERE parcel_id = 'theirs'`));
    });
    const theirs = await specimen.adminPool.query<{ weight: number }>(
      `SELECT weight FROM parcels WHERE parcel_id = 'theirs'`,
    );
    expect(theirs.rows).toEqual([{ weight: 0 }]);
    await expect(
      specimen.transactions.forApp(specimen.ours, (tx) => insert(tx, specimen.theirs, 'smuggled')),
    ).rejects.toThrow('row-level security');
    await expect(
      specimen.transactions.forApp(specimen.ours, (tx) =>
        tx.query(byValues('UPDATE parcels SET customer_app_id = $1'), [specimen.theirs]),
      ),
    ).rejects.toThrow('row-level security');
  });

  it('lets the worker see all apps where its policy says so', async () => {
    const seen = await specimen.transactions.asWorker(ids);
    expect(seen).toEqual(expect.arrayContaining(['ours', 'theirs']));
  });

  it('shows an app no other app', async () => {
    const apps = await specimen.transactions.forApp(specimen.ours, (tx) =>
      tx.query(byValues('SELECT customer_app_id FROM customer_app_views')),
    );
    expect(apps).toEqual([{ customer_app_id: specimen.ours }]);
  });
});

describe('a worker transaction by key', () => {
  const plan = async (tx: Tx): Promise<string> => {
    const rows = await tx.query<Record<string, string>>(
      byValues(`EXPLAIN (COSTS off) SELECT p.status FROM unnest($1::text[], $2::text[])
         AS k (customer_app_id, parcel_id)
       JOIN parcels p USING (customer_app_id, parcel_id)`),
      [['a'], ['b']],
    );
    return rows.flatMap((row) => Object.values(row)).join('\n');
  };
  const KEPT = 'SHOW plan_cache_mode';

  it('finds each row by an index, also in a table of one page, and keeps its plans', async () => {
    const { transactions } = specimen;
    const byKey = await transactions.asWorker(plan, { byKey: true });
    const kept = await transactions.asWorker((tx) => tx.query(byValues(KEPT)), { byKey: true });
    expect(byKey).toMatch(/Index (Only )?Scan using parcels_pkey/);
    expect(byKey).not.toMatch(/Seq Scan|Hash|Merge/);
    expect(kept).toEqual([{ plan_cache_mode: 'force_generic_plan' }]);
  });

  it('has connections of its own, and plans for values what is `byValues`', async () => {
    const { transactions } = specimen;
    const settings = (tx: Tx) =>
      tx.query(
        byValues(`SELECT current_setting('enable_hashjoin') AS hash,
        current_setting('plan_cache_mode') AS mode`),
      );
    await transactions.asWorker(settings, { byKey: true });
    expect(await transactions.asWorker(settings)).toEqual([{ hash: 'on', mode: 'auto' }]);
    const mode = byValues('SELECT current_setting($1) AS mode');
    const planned = await transactions.asWorker((tx) => tx.query(mode, ['plan_cache_mode']), {
      byKey: true,
    });
    expect(planned).toEqual([{ mode: 'auto' }]);
  });
});

describe('the end of a transaction', () => {
  it('rolls everything back when the work throws', async () => {
    const work = async (tx: AppTx): Promise<void> => {
      await insert(tx, specimen.ours, 'gone');
      throw new Error('changed my mind');
    };
    await expect(specimen.transactions.forApp(specimen.ours, work)).rejects.toThrow('my mind');
    expect(await specimen.transactions.forApp(specimen.ours, ids)).not.toContain('gone');
  });

  it('reports a failed action, and stays committed', async () => {
    const onError = jest.fn();
    const { appPool, workerPool } = specimen;
    const reporting = new PgTransactions({ appPool, workerPool, onError });
    const result = await reporting.forApp(specimen.ours, async (tx) => {
      tx.afterCommit(() => {
        throw new Error('late');
      });
      return 'kept';
    });
    expect(result).toBe('kept');
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'late' }));
  });

  it('refuses to report success when a failed statement was swallowed', async () => {
    const swallowing = specimen.transactions.forApp(specimen.ours, async (tx) => {
      await insert(tx, specimen.ours, 'half');
      await tx.query(byValues('SELECT 1 / 0')).catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow('division by zero');
    expect(await specimen.transactions.forApp(specimen.ours, ids)).not.toContain('half');
  });

  it('refuses to commit after a concurrent change that nobody waited for', async () => {
    const swallowing = specimen.transactions.forApp(specimen.ours, async (tx) => {
      const batch = new WriteBatch()
        .insert('parcels', parcel(specimen.ours, 'beside'))
        .update('parcels', { parcel_id: 'nowhere' }, { status: 'SENT' });
      tx.write(batch);
      await tx.query(byValues('SELECT 1')).catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow(ConcurrentChange);
    expect(await specimen.transactions.forApp(specimen.ours, ids)).not.toContain('beside');
  });
});

describe('a transaction that meets another one', () => {
  it('runs to the end after a deadlock, as the other does', async () => {
    await specimen.transactions.forApp(specimen.ours, async (tx) => {
      await insert(tx, specimen.ours, 'left');
      await insert(tx, specimen.ours, 'right');
    });
    const together = barrier(2);
    let runs = 0;
    const bump = ([first, second]: readonly [string, string]) =>
      specimen.transactions.forApp(specimen.ours, async (tx) => {
        runs += 1;
        await add(tx, first);
        await together();
        await add(tx, second);
      });
    await Promise.all([bump(['left', 'right']), bump(['right', 'left'])]);
    expect(runs).toBe(3);
    const rows = await specimen.adminPool.query<{ weight: number }>(
      `SELECT weight FROM parcels WHERE parcel_id IN ('left', 'right')`,
    );
    expect(rows.rows).toEqual([{ weight: 2 }, { weight: 2 }]);
  });

  it('runs again with fresh data after a concurrent change, and gives up after three tries', async () => {
    await specimen.transactions.forApp(specimen.ours, (tx) => insert(tx, specimen.ours, 'moving'));
    let runs = 0;
    await specimen.transactions.forApp(specimen.ours, async (tx) => {
      runs += 1;
      const expected = runs === 1 ? 'LOST' : 'OPEN';
      tx.write(
        new WriteBatch().update(
          'parcels',
          { parcel_id: 'moving', status: expected },
          { status: 'SENT' },
        ),
      );
    });
    expect(runs).toBe(2);
    let hopeless = 0;
    const never = specimen.transactions.forApp(specimen.ours, async (tx) => {
      hopeless += 1;
      tx.write(new WriteBatch().update('parcels', { parcel_id: 'no' }, { status: 'SENT' }));
    });
    await expect(never).rejects.toThrow(ConcurrentChange);
    expect(hopeless).toBe(3);
  });
});

describe('a transaction on a failing database', () => {
  it('reports that the database is not available', async () => {
    const pool = createPool({ url: 'postgres://nobody:x@127.0.0.1:1/none', name: 'away' });
    const away = new PgTransactions({ appPool: pool, workerPool: pool });
    await expect(away.asWorker(async () => 1)).rejects.toThrow(DatabaseUnavailable);
    await pool.end();
  });

  it('survives a connection that is cut in the middle, and replaces it', async () => {
    const cut = specimen.transactions.forApp(specimen.ours, async (tx) => {
      const [self] = await tx.query<{ pid: number }>(byValues('SELECT pg_backend_pid() AS pid'));
      await specimen.adminPool.query('SELECT pg_terminate_backend($1)', [self?.pid]);
      await tx.query(byValues('SELECT 1'));
    });
    await expect(cut).rejects.toThrow();
    expect(await specimen.transactions.forApp(specimen.ours, async () => 'well')).toBe('well');
  });

  it('survives a connection that is cut while idle', async () => {
    const cut = specimen.transactions.forApp(specimen.ours, async (tx) => {
      const [self] = await tx.query<{ pid: number }>(byValues('SELECT pg_backend_pid() AS pid'));
      const { client } = runningSession(tx) as unknown as { client: PoolClient };
      const ended = new Promise((resolve) => client.once('end', resolve));
      await specimen.adminPool.query('SELECT pg_terminate_backend($1)', [self?.pid]);
      await ended;
    });
    await expect(cut).rejects.toThrow();
    expect(await specimen.transactions.forApp(specimen.ours, async () => 'well')).toBe('well');
  });
});

const add = (tx: Tx, id: string) =>
  tx.query(byValues('UPDATE parcels SET weight = weight + 1 WHERE parcel_id = $1'), [id]);

/** Lets callers pass once `count` of them have arrived; later ones pass at once. */
function barrier(count: number): () => Promise<void> {
  const open = Promise.withResolvers<void>();
  let arrived = 0;
  return async () => {
    arrived += 1;
    if (arrived >= count) open.resolve();
    await open.promise;
  };
}
