import { jest } from '@jest/globals';
import { eventually, testDatabase, type TestDatabase } from '@towpath/testing';
import type { Pool, PoolClient } from 'pg';
import { createPool } from '../database/connection-pool.js';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import { PgTransactions } from './pg-transactions.js';
import { byKey, byValues } from './planned-statement.js';
import type { AppTx, Tx } from './tx.js';
import { WriteBatch } from './write-batch.js';

let database: TestDatabase;
let specimen: Specimen;
let pool: Pool;
let workers: Pool;
let transactions: PgTransactions;

beforeAll(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  specimen = await openSpecimen(database);
  const limits = { size: 1 };
  pool = createPool({ url: database.urls.app, name: 'one', limits });
  workers = createPool({ url: database.urls.worker, name: 'one worker', limits });
  transactions = new PgTransactions({ appPool: pool, workerPool: workers });
});
afterAll(async () => {
  await Promise.all([pool?.end(), workers?.end()]);
  await specimen?.close();
  await database?.drop();
});

const LOAD = byKey('SELECT parcel_id FROM parcels WHERE parcel_id = $1');
const ADD = `INSERT INTO parcels (customer_app_id, parcel_id, status) SELECT $1, id, 'OPEN'
  FROM unnest($2::text[]) AS id`;

const parcel = (id: string) => ({
  customer_app_id: specimen.ours,
  parcel_id: id,
  status: 'OPEN',
});
const adding = (id: string) => new WriteBatch().insert('parcels', parcel(id));
const inOurs = <T>(work: (tx: AppTx) => Promise<T>) => transactions.forApp(specimen.ours, work);
const add = (id: string) => inOurs(async (tx) => tx.write(adding(id)));
const ids = () =>
  inOurs(async (tx) => {
    const rows = await tx.query<{ parcel_id: string }>(
      byValues('SELECT parcel_id FROM parcels ORDER BY 1'),
    );
    return rows.map(({ parcel_id: id }) => id);
  });

/** Counts what leaves the connection for the database. */
async function packetsOf(work: () => Promise<unknown>, from = pool): Promise<number> {
  const client = (await from.connect()) as PoolClient & {
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
      inOurs(async (tx) => {
        expect(await tx.query(LOAD, [id])).toEqual([]);
        tx.write(adding(id));
      });
    await expect(packetsOf(() => command('prepares'))).resolves.toBe(2);
    await expect(packetsOf(() => command('again'))).resolves.toBe(2);
    expect(await ids()).toEqual(expect.arrayContaining(['prepares', 'again']));
  });

  it('takes two round trips when it only writes', async () => {
    await add('writes');
    await expect(packetsOf(() => add('only writes'))).resolves.toBe(2);
  });

  it('sends its first statements together, and knows clock and app after any of them', async () => {
    const command = () =>
      inOurs(async (tx) => {
        const both = [1, 2].map((n) => tx.query(byKey('SELECT $1::int AS n'), [n]));
        const [, second] = await Promise.all(both);
        await tx.begun;
        return { second, type: tx.customerApp.type, now: tx.now };
      });
    const now = expect.any(Date) as Date;
    expect(await command()).toEqual({ second: [{ n: 2 }], type: 'TEST', now });
    await expect(packetsOf(command)).resolves.toBe(2);
  });

  it('sends statements of the same moment together, also later', async () => {
    const three = () =>
      inOurs(async (tx) => {
        await tx.begun;
        await Promise.all([1, 2, 3].map((n) => tx.query(byValues(`SELECT ${n}`))));
      });
    await expect(packetsOf(three)).resolves.toBe(3);
  });

  it('asks its first statement as its own tenant', async () => {
    await add('p');
    const seenBy = (app: typeof specimen.ours) =>
      transactions.forApp(app, (tx) => tx.query(LOAD, ['p']));
    await expect(seenBy(specimen.ours)).resolves.toEqual([{ parcel_id: 'p' }]);
    await expect(seenBy(specimen.theirs)).resolves.toEqual([]);
  });

  it('reads behind a lock, in the same packet, the state after the wait', async () => {
    await add('locked');
    const lock = byKey(`SELECT 1 FROM parcels WHERE parcel_id = 'locked' FOR NO KEY UPDATE`);
    const weight = byKey(`SELECT weight FROM parcels WHERE parcel_id = 'locked'`);
    const held = Promise.withResolvers<void>();
    const changed = Promise.withResolvers<void>();
    const first = specimen.transactions.forApp(specimen.ours, async (tx) => {
      await tx.query(lock);
      held.resolve();
      await changed.promise;
      tx.write(new WriteBatch().update('parcels', { parcel_id: 'locked' }, { weight: 5 }));
    });
    await held.promise;
    const second = inOurs(async (tx) => {
      const [, rows] = await Promise.all([tx.query(lock), tx.query(weight)]);
      return rows;
    });
    await waitsForLock();
    changed.resolve();
    await first;
    await expect(second).resolves.toEqual([{ weight: 5 }]);
  });
});

/** Resolves once a connection of the spec waits for a row. */
async function waitsForLock(): Promise<void> {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'
    AND datname = current_database()`;
  await eventually(async () => (await specimen.adminPool.query(waiting)).rows.length > 0);
}

describe('a transaction that only reads', () => {
  it('does not let its caller wait for COMMIT', async () => {
    const read = () =>
      transactions.forApp(specimen.ours, (tx) => tx.query(LOAD, ['p']), { readOnly: true });
    await read();
    const client = (await pool.connect()) as PoolClient & { query: Pool['query'] };
    const asked: string[] = [];
    const ask = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const held = Promise.withResolvers<void>();
    const own = jest.spyOn(client, 'query').mockImplementation(((...args: unknown[]) => {
      asked.push(typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text);
      return args[0] === 'COMMIT' ? held.promise.then(() => ask(...args)) : ask(...args);
    }) as never);
    client.release();
    await expect(read()).resolves.toEqual([{ parcel_id: 'p' }]);
    // The connection comes back once COMMIT was answered.
    expect([asked.at(-1), pool.idleCount]).toEqual(['COMMIT', 0]);
    const next = ids();
    held.resolve();
    await expect(next).resolves.toEqual(expect.arrayContaining(['p']));
    own.mockRestore();
  });

  it('keeps its result when COMMIT fails, and its connection is replaced', async () => {
    const single = createPool({ url: database.urls.app, name: 'cut', limits: { size: 1 } });
    const reading = new PgTransactions({ appPool: single, workerPool: single });
    const client = await single.connect();
    const ask = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    jest
      .spyOn(client, 'query')
      .mockImplementation(((...args: unknown[]) =>
        ask(...(args[0] === 'COMMIT' ? ['COMMIT TO NOTHING'] : args))) as never);
    client.release();
    try {
      const self = 'SELECT pg_backend_pid() AS pid';
      const read = () =>
        reading.forApp(specimen.ours, (tx) => tx.query(byValues(self)), { readOnly: true });
      const [first] = await read();
      const [second] = await read();
      expect(first).not.toEqual(second);
    } finally {
      await single.end();
    }
  });

  it('cannot change rows, nor lock them', async () => {
    for (const sql of ['UPDATE parcels SET weight = 1', 'SELECT 1 FROM parcels FOR UPDATE']) {
      const work = transactions.forApp(specimen.ours, (tx) => tx.query(byValues(sql)), {
        readOnly: true,
      });
      await expect(work).rejects.toThrow('in a read-only transaction');
    }
    expect(await ids()).toEqual(expect.any(Array));
  });
});

describe('a statement of a batch', () => {
  const addAll = (tx: Tx, list: readonly unknown[]) =>
    tx.write(new WriteBatch().statement(ADD, [specimen.ours, list]));

  it('is sent with COMMIT', async () => {
    const command = (id: string) =>
      inOurs(async (tx) => {
        await tx.query(LOAD, [id]);
        addAll(tx, [id, `${id} too`]);
      });
    await command('own prepares');
    await expect(packetsOf(() => command('own'))).resolves.toBe(2);
    expect(await ids()).toEqual(expect.arrayContaining(['own', 'own too']));
  });

  it('follows the rows of its batch', async () => {
    await inOurs(async (tx) => {
      const more = `UPDATE parcels SET weight = weight + 1 WHERE parcel_id = $1`;
      tx.write(adding('first').statement(more, ['first']).statement(more, ['first']));
    });
    const weight = `SELECT weight FROM parcels WHERE parcel_id = 'first'`;
    await expect(inOurs((tx) => tx.query(byValues(weight)))).resolves.toEqual([{ weight: 2 }]);
  });

  it('takes no value that a driver might not encode', () => {
    expect(() => new WriteBatch().statement(ADD, [{ id: 1 }])).toThrow('single values');
  });
});

describe('a statement by key', () => {
  it('is prepared once per connection', async () => {
    const kept = () =>
      inOurs((tx) =>
        tx.query<{ statement: string }>(
          byValues(`SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%AS kept%'`),
        ),
      );
    const ask = () => inOurs((tx) => tx.query(byKey('SELECT $1::int AS kept'), [7]));
    await expect(ask()).resolves.toEqual([{ kept: 7 }]);
    await expect(ask()).resolves.toEqual([{ kept: 7 }]);
    await expect(kept()).resolves.toHaveLength(1);
  });

  it('survives a migration that changes its result', async () => {
    const all = byKey('SELECT * FROM parcels WHERE parcel_id = $1');
    const read = () => inOurs((tx) => tx.query(all, ['p']));
    const [before] = await read();
    expect(before).not.toHaveProperty('colour');
    await specimen.adminPool.query('ALTER TABLE parcels ADD COLUMN colour text');
    const [after] = await read();
    expect(after).toHaveProperty('colour', null);
  });

  it('is planned once for all values, and a list for its own values', async () => {
    const limits = { size: 1 };
    const byIndex = createPool({
      url: database.urls.app,
      name: 'by index',
      limits,
      planner: 'by index',
    });
    const one = new PgTransactions({ appPool: byIndex, workerPool: specimen.workerPool });
    try {
      const plans = await one.forApp(specimen.ours, async (tx) => {
        await tx.query(LOAD, ['p']);
        return tx.query(
          byValues(`SELECT generic_plans, custom_plans FROM pg_prepared_statements
          WHERE statement = '${LOAD.sql}'`),
        );
      });
      expect(plans).toEqual([{ generic_plans: 1, custom_plans: 0 }]);
      const modeOf = (params: readonly string[], mode = `current_setting('plan_cache_mode')`) =>
        one.forApp(specimen.ours, (tx) => tx.query(byValues(`SELECT ${mode} AS mode`), params));
      expect(await modeOf(['plan_cache_mode'], 'current_setting($1)')).toEqual([{ mode: 'auto' }]);
      expect(await modeOf([])).toEqual([{ mode: 'force_generic_plan' }]);
    } finally {
      await byIndex.end();
    }
  });
});
