import { jest } from '@jest/globals';
import { newId, type CustomerAppId } from '@towpath/kernel';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import type { Pool, PoolClient } from 'pg';
import { createPool } from '../database/connection-pool.js';
import { ConcurrentChange, uniqueViolation } from '../database/database-errors.js';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import { PgTransactions } from './pg-transactions.js';
import { UnknownCustomerApp } from './transactions.js';
import type { AppTx, Tx } from './tx.js';
import { WriteBatch } from './write-batch.js';

let database: TestDatabase;
let specimen: Specimen;
let pool: Pool;
let transactions: PgTransactions;

beforeAll(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  specimen = await openSpecimen(database);
  pool = createPool({ url: database.urls.app, name: 'one', limits: { size: 1 } });
  transactions = new PgTransactions({ appPool: pool, workerPool: specimen.workerPool });
});
afterAll(async () => {
  await pool?.end();
  await specimen?.close();
  await database?.drop();
});

const FIRST = { sql: 'SELECT parcel_id FROM parcels WHERE parcel_id = $1', params: ['p'] };
const parcel = (id: string) => ({
  customer_app_id: specimen.ours,
  parcel_id: id,
  status: 'OPEN',
});
const adding = (id: string) => new WriteBatch().insert('parcels', parcel(id));
const inOurs = <T>(work: (tx: Tx) => Promise<T>) => transactions.forApp(specimen.ours, work);
const noWork = () => Promise.reject(new Error('the work was begun'));
const ids = () =>
  inOurs(async (tx) => {
    const rows = await tx.query<{ parcel_id: string }>('SELECT parcel_id FROM parcels ORDER BY 1');
    return rows.map(({ parcel_id: id }) => id);
  });

/** Counts what leaves the connection for the database. */
async function packetsOf(work: () => Promise<unknown>): Promise<number> {
  const client = (await pool.connect()) as PoolClient & {
    connection: { stream: { _write: () => void; _writev: () => void } };
  };
  const { stream } = client.connection;
  client.release();
  const single = jest.spyOn(stream, '_write');
  const several = jest.spyOn(stream, '_writev');
  try {
    await work();
    return single.mock.calls.length + several.mock.calls.length;
  } finally {
    single.mockRestore();
    several.mockRestore();
  }
}

describe('a command in a transaction', () => {
  it('takes two round trips: one for its first read, one for its last write', async () => {
    const command = (id: string) =>
      transactions.forAppReading(specimen.ours, FIRST, async (tx, rows) => {
        expect(rows).toEqual([]);
        tx.send(adding(id));
      });
    await expect(packetsOf(() => command('prepares'))).resolves.toBe(2);
    await expect(packetsOf(() => command('again'))).resolves.toBe(2);
    expect(await ids()).toEqual(expect.arrayContaining(['prepares', 'again']));
  });

  it('takes one round trip when it only reads', async () => {
    const look = () =>
      transactions.lookForApp(specimen.ours, async (tx) => {
        const both = await Promise.all([1, 2].map((n) => tx.prepared('SELECT $1::int AS n', [n])));
        return { both, app: tx.customerApp.id, now: tx.now };
      });
    await look();
    await expect(packetsOf(look)).resolves.toBe(1);
    const both = [[{ n: 1 }], [{ n: 2 }]];
    const now = expect.any(Date) as Date;
    expect(await look()).toEqual({ both, app: specimen.ours, now });
  });

  it('takes two round trips with several first reads, and later ones see the state after the wait', async () => {
    const command = () =>
      transactions.forAppLooking(
        specimen.ours,
        (tx) => Promise.all([FIRST, FIRST].map(({ sql, params }) => tx.prepared(sql, params))),
        async (tx, [one, other]) => {
          expect(one).toEqual(other);
          tx.send(new WriteBatch().update('parcels', { parcel_id: 'looked' }, { weight: 1 }));
        },
      );
    await inOurs((tx) => tx.write(adding('looked')));
    await expect(packetsOf(command)).resolves.toBe(2);
  });

  it('sends its first read as its own tenant', async () => {
    await inOurs((tx) => tx.write(adding('p')));
    const seenBy = (app: typeof specimen.ours) =>
      transactions.forAppReading(app, FIRST, async (_tx, rows) => rows);
    await expect(seenBy(specimen.ours)).resolves.toEqual([{ parcel_id: 'p' }]);
    await expect(seenBy(specimen.theirs)).resolves.toEqual([]);
  });

  it('sends simultaneous queries together', async () => {
    const three = () => inOurs((tx) => Promise.all([1, 2, 3].map((n) => tx.query(`SELECT ${n}`))));
    await expect(packetsOf(three)).resolves.toBe(3);
  });
});

describe('a first read of a transaction', () => {
  it('cannot read the clock or the type of its app before they are known', async () => {
    const early = [(tx: AppTx) => tx.now, (tx: AppTx) => tx.customerApp.type];
    for (const read of early) {
      const work = transactions.forAppLooking(specimen.ours, async (tx) => read(tx), noWork);
      await expect(work).rejects.toThrow('a first look');
    }
  });

  it('cannot be followed by a query when it is the only work', async () => {
    const late = transactions.lookForApp(specimen.ours, async (tx) => {
      await tx.prepared(FIRST.sql, FIRST.params);
      return tx.query('SELECT 1');
    });
    await expect(late).rejects.toThrow('has ended');
  });

  it('reports an unknown app, whatever else it reads', async () => {
    const unknown = newId<CustomerAppId>(new Date());
    const failing = (tx: AppTx) => tx.query('SELECT 1 / 0');
    const looks = [
      transactions.lookForApp(unknown, failing),
      transactions.forAppLooking(unknown, failing, noWork),
    ];
    for (const look of looks) await expect(look).rejects.toThrow(UnknownCustomerApp);
    expect(await ids()).toEqual(expect.any(Array));
  });

  it('returns its connection when it fails', async () => {
    const failing = transactions.lookForApp(specimen.ours, (tx) => tx.query('SELECT 1 / 0'));
    await expect(failing).rejects.toThrow('division by zero');
    expect(await ids()).toEqual(expect.any(Array));
  });
});

describe('a last write that is not awaited', () => {
  it('is refused at the commit, and nothing is committed', async () => {
    await inOurs((tx) => tx.write(adding('taken')));
    const refused = inOurs(async (tx) => {
      await tx.write(adding('beside'));
      tx.send(adding('taken'));
      return 'done';
    });
    await expect(refused.catch(uniqueViolation)).resolves.toBe('parcels_pkey');
    expect(await ids()).not.toContain('beside');
  });

  it('runs again when an update met another state, and commits nothing of the first run', async () => {
    await inOurs((tx) => tx.write(adding('moving')));
    let runs = 0;
    const move = (expected: (run: number) => string) =>
      inOurs(async (tx) => {
        runs += 1;
        const key = { parcel_id: 'moving', status: expected(runs) };
        tx.send(adding(`run ${runs}`).update('parcels', key, { weight: runs }));
      });
    await move((run) => (run === 1 ? 'LOST' : 'OPEN'));
    expect(runs).toBe(2);
    await expect(move(() => 'LOST')).rejects.toThrow(ConcurrentChange);
    const known = await ids();
    expect(known).toContain('run 2');
    expect(known.filter((id) => id.startsWith('run'))).toEqual(['run 2']);
  });

  it('reports the refused statement, not what failed after it', async () => {
    const refused = inOurs(async (tx) => {
      tx.send(new WriteBatch().update('parcels', { parcel_id: 'no' }, { weight: 1 }));
      await tx.query('SELECT 1');
    });
    await expect(refused).rejects.toThrow('update of parcels {"parcel_id":"no"}');
  });

  it('is not committed when it cannot be sent at all', async () => {
    const impossible = inOurs(async (tx) => {
      tx.send(adding('half').update('parcels', { parcel_id: { $ne: 1 } }, { weight: 1 }));
    });
    await expect(impossible).rejects.toThrow('single values');
    expect(await ids()).not.toContain('half');
  });
});

describe('a last statement of its own that is not awaited', () => {
  const ADD = `INSERT INTO parcels (customer_app_id, parcel_id, status) SELECT $1, id, 'OPEN'
    FROM unnest($2::text[]) AS id`;
  const addAll = (tx: Tx, list: readonly unknown[]) => tx.sendPrepared(ADD, [specimen.ours, list]);

  it('is sent with COMMIT', async () => {
    const command = (id: string) =>
      transactions.forAppReading(specimen.ours, FIRST, async (tx) => addAll(tx, [id, `${id} too`]));
    await command('own prepares');
    await expect(packetsOf(() => command('own'))).resolves.toBe(2);
    expect(await ids()).toEqual(expect.arrayContaining(['own', 'own too']));
  });

  it('is refused at the commit, and nothing is committed', async () => {
    const told: string[] = [];
    const refused = inOurs(async (tx) => {
      tx.afterCommit(() => told.push('committed'));
      await tx.write(adding('beside its own'));
      addAll(tx, ['own', 'own once more']);
      return 'done';
    });
    await expect(refused.catch(uniqueViolation)).resolves.toBe('parcels_pkey');
    const known = await ids();
    expect(known).not.toContain('beside its own');
    expect(known).not.toContain('own once more');
    expect(told).toEqual([]);
  });

  it('reports the refused statement, not what failed after it', async () => {
    const refused = inOurs(async (tx) => {
      addAll(tx, ['own']);
      await tx.query('SELECT 1');
    });
    await expect(refused.catch(uniqueViolation)).resolves.toBe('parcels_pkey');
  });

  it('is not sent when a driver might not encode it, and nothing is committed', async () => {
    const impossible = inOurs(async (tx) => {
      await tx.write(adding('beside what cannot be sent'));
      addAll(tx, [{ id: 1 }]);
    });
    await expect(impossible).rejects.toThrow('single values');
    expect(await ids()).not.toContain('beside what cannot be sent');
  });
});

describe('a prepared statement', () => {
  it('is prepared once per connection', async () => {
    const prepared = () =>
      inOurs((tx) =>
        tx.query<{ statement: string }>(
          `SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%AS kept%'`,
        ),
      );
    const ask = () => inOurs((tx) => tx.prepared('SELECT $1::int AS kept', [7]));
    await expect(ask()).resolves.toEqual([{ kept: 7 }]);
    await expect(ask()).resolves.toEqual([{ kept: 7 }]);
    await expect(prepared()).resolves.toHaveLength(1);
  });

  it('survives a migration that changes its result', async () => {
    const look = () =>
      inOurs((tx) => tx.prepared('SELECT * FROM parcels WHERE parcel_id = $1', ['p']));
    const [before] = await look();
    expect(before).not.toHaveProperty('colour');
    await specimen.adminPool.query('ALTER TABLE parcels ADD COLUMN colour text');
    const [after] = await look();
    expect(after).toHaveProperty('colour', null);
  });
});

describe('a prepared statement on a connection for queries by key', () => {
  it('is planned once for all values by key, and for its own values as a list', async () => {
    const options = { name: 'by key', limits: { size: 1 }, byIndexOnly: true };
    const byKey = createPool({ url: database.urls.app, ...options });
    const one = new PgTransactions({ appPool: byKey, workerPool: specimen.workerPool });
    try {
      const plans = await one.forAppReading(specimen.ours, FIRST, (tx) =>
        tx.query(`SELECT generic_plans, custom_plans FROM pg_prepared_statements
          WHERE statement = '${FIRST.sql}'`),
      );
      expect(plans).toEqual([{ generic_plans: 1, custom_plans: 0 }]);
      const modeOf = (params: readonly string[], mode = `current_setting('plan_cache_mode')`) =>
        one.forApp(specimen.ours, (tx) => tx.query(`SELECT ${mode} AS mode`, params));
      expect(await modeOf(['plan_cache_mode'], 'current_setting($1)')).toEqual([{ mode: 'auto' }]);
      expect(await modeOf([])).toEqual([{ mode: 'force_generic_plan' }]);
    } finally {
      await byKey.end();
    }
  });
});
