import { jest } from '@jest/globals';
import { newId, type CustomerAppId } from '@towpath/kernel';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import type { Pool } from 'pg';
import { createPool } from '../database/connection-pool.js';
import { ConcurrentChange, uniqueViolation } from '../database/database-errors.js';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import { PgTransactions } from './pg-transactions.js';
import { byKey, byValues } from './planned-statement.js';
import { UnknownCustomerApp } from './tx.js';
import type { AppTx, Tx } from './tx.js';
import { WriteBatch } from './write-batch.js';

let database: TestDatabase;
let specimen: Specimen;

beforeAll(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  specimen = await openSpecimen(database);
  await inOurs(async (tx) => tx.write(adding('taken')));
});
afterAll(async () => {
  await specimen?.close();
  await database?.drop();
});

const ADD = `INSERT INTO parcels (customer_app_id, parcel_id, status) VALUES ($1, $2, 'OPEN')`;
const adding = (id: string) =>
  new WriteBatch().insert('parcels', {
    customer_app_id: specimen.ours,
    parcel_id: id,
    status: 'OPEN',
  });
const missing = () => new WriteBatch().update('parcels', { parcel_id: 'no' }, { weight: 1 });
const inOurs = <T>(work: (tx: AppTx) => Promise<T>) =>
  specimen.transactions.forApp(specimen.ours, work);
const ids = async () => {
  const { rows } = await specimen.adminPool.query<{ id: string }>(
    'SELECT parcel_id AS id FROM parcels',
  );
  return rows.map(({ id }) => id);
};

describe('a refused BEGIN', () => {
  /** One connection, on which PostgreSQL refuses each BEGIN. */
  async function refusing(url: string): Promise<Pool> {
    const pool = createPool({ url, name: 'refusing', limits: { size: 1 } });
    const client = await pool.connect();
    const ask = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    jest.spyOn(client, 'query').mockImplementation(((first: unknown, ...rest: unknown[]) => {
      const isBegin = typeof first === 'string' && first.startsWith('BEGIN');
      return ask(isBegin ? first.replace('BEGIN', 'BEGIN NOTHING') : first, ...rest);
    }) as never);
    client.release();
    return pool;
  }
  const works: readonly (readonly [string, (tx: Tx) => Promise<unknown>])[] = [
    ['write', async (tx) => tx.write(adding('refused'))],
    [
      'statement',
      async (tx) => tx.write(new WriteBatch().statement(ADD, [specimen.ours, 'refused'])),
    ],
    ['query', (tx) => tx.query(byValues(ADD), [specimen.ours, 'refused'])],
    ['query by key', (tx) => tx.query(byKey(ADD), [specimen.ours, 'refused'])],
    [
      'write behind a read',
      async (tx) => {
        void tx.query(byValues('SELECT 1'));
        tx.write(adding('refused'));
      },
    ],
  ];

  it.each(works)('lets no %s of its transaction be committed', async (_kind, work) => {
    const [app, worker] = await Promise.all([
      refusing(database.urls.app),
      refusing(database.urls.worker),
    ]);
    const transactions = new PgTransactions({ appPool: app, workerPool: worker });
    try {
      await expect(transactions.forApp(specimen.ours, work)).rejects.toThrow('syntax error');
      await expect(transactions.asWorker(work)).rejects.toThrow('syntax error');
      expect(await ids()).not.toContain('refused');
    } finally {
      await Promise.all([app.end(), worker.end()]);
    }
  });

  it('would commit a row of a worker that left in the same packet', async () => {
    const worker = await refusing(database.urls.worker);
    const client = await worker.connect();
    const sent = [
      client.query('BEGIN'),
      client.query(ADD, [specimen.ours, 'committed alone']),
      client.query('COMMIT'),
    ];
    const [begin] = await Promise.allSettled(sent);
    client.release();
    await worker.end();
    expect(begin?.status).toBe('rejected');
    expect(await ids()).toContain('committed alone');
  });
});

describe('an unknown customer app', () => {
  it('is the reason for whatever else fails', async () => {
    const unknown = newId<CustomerAppId>(new Date());
    const works: ((tx: AppTx) => Promise<unknown>)[] = [
      (tx) => tx.query(byValues('SELECT 1 / 0')),
      (tx) => Promise.all([tx.query(byValues('SELECT 1')), tx.query(byValues('SELECT 1 / 0'))]),
      (tx) => tx.query(byValues(ADD), [unknown, 'of nobody']),
      async (tx) => {
        await tx.query(byValues('SELECT 1 / 0')).catch(() => undefined);
      },
    ];
    for (const work of works) {
      const tried = specimen.transactions.forApp(unknown, work);
      await expect(tried).rejects.toThrow(UnknownCustomerApp);
    }
    expect(await ids()).not.toContain('of nobody');
  });
});

describe('two statements in flight', () => {
  it('end no process when the first one fails and nobody waits for the second', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      const failing = inOurs(async (tx) => {
        const first = tx.query(byValues('SELECT 1 / 0'));
        const second = tx.query(byValues('SELECT 2'));
        await first;
        return second;
      });
      await expect(failing).rejects.toThrow('division by zero');
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });

  it('report the first failure, also when the second is awaited first', async () => {
    const failing = inOurs(async (tx) => {
      const first = tx.query(byValues('SELECT 1 / 0'));
      await tx.query(byValues('SELECT 2'));
      await first;
    });
    await expect(failing).rejects.toThrow('division by zero');
  });
});

describe('a refused write', () => {
  it('is the error of its transaction, and nothing is committed', async () => {
    const done: string[] = [];
    const refused = inOurs(async (tx) => {
      tx.afterCommit(() => done.push('committed'));
      tx.write(adding('not alone'));
      await tx.begun;
      tx.write(adding('taken'));
      return 'done';
    });
    await expect(refused.catch(uniqueViolation)).resolves.toBe('parcels_pkey');
    expect(await ids()).not.toContain('not alone');
    expect(done).toEqual([]);
  });

  it('is the error also when it is a statement of its own', async () => {
    const refused = inOurs(async (tx) => {
      const batch = adding('not alone either').statement(ADD, [specimen.ours, 'taken']);
      tx.write(batch);
    });
    await expect(refused.catch(uniqueViolation)).resolves.toBe('parcels_pkey');
    expect(await ids()).not.toContain('not alone either');
  });

  it('is the error when the statements after its rows fail', async () => {
    const refused = inOurs(async (tx) => {
      tx.write(missing().statement(ADD, [specimen.ours, 'after a refused update']));
    });
    await expect(refused).rejects.toThrow(ConcurrentChange);
  });

  it('is the error when what was asked after it fails', async () => {
    for (const isBegun of [true, false]) {
      const refused = inOurs(async (tx) => {
        if (isBegun) await tx.begun;
        tx.write(missing());
        await tx.query(byValues('SELECT 1'));
      });
      await expect(refused).rejects.toThrow('update of parcels {"parcel_id":"no"}');
    }
  });

  it('runs the work again when an update met another state', async () => {
    await inOurs(async (tx) => tx.write(adding('moving')));
    let runs = 0;
    const move = (expected: (run: number) => string) =>
      inOurs(async (tx) => {
        runs += 1;
        const key = { parcel_id: 'moving', status: expected(runs) };
        tx.write(adding(`run ${runs}`).update('parcels', key, { weight: runs }));
      });
    await move((run) => (run === 1 ? 'LOST' : 'OPEN'));
    expect(runs).toBe(2);
    await expect(move(() => 'LOST')).rejects.toThrow(ConcurrentChange);
    const known = await ids();
    expect(known.filter((id) => id.startsWith('run'))).toEqual(['run 2']);
  });

  it('commits nothing when it cannot be sent at all', async () => {
    const impossible = inOurs(async (tx) => {
      const key = { parcel_id: { $ne: 1 } };
      tx.write(adding('half').update('parcels', key, { weight: 1 }));
    });
    await expect(impossible).rejects.toThrow('single values');
    expect(await ids()).not.toContain('half');
  });
});

describe('a conflict over a unique constraint', () => {
  const conflicting = (retryOn: readonly string[], lastTry: number) => {
    let tries = 0;
    const work = async (tx: AppTx) => {
      tries += 1;
      tx.write(adding(tries >= lastTry ? `free ${tries}` : 'taken'));
      return tries;
    };
    const run = () => specimen.transactions.forApp(specimen.ours, work, { retryOn });
    return { run, tries: () => tries };
  };

  it('runs the work again when the constraint is named', async () => {
    await expect(conflicting(['parcels_pkey'], 2).run()).resolves.toBe(2);
  });

  it('is reported after three tries', async () => {
    const { run, tries } = conflicting(['parcels_pkey'], 9);
    await expect(run().catch(uniqueViolation)).resolves.toBe('parcels_pkey');
    expect(tries()).toBe(3);
  });

  it('is reported at once when another constraint is named', async () => {
    const { run, tries } = conflicting(['another'], 2);
    await expect(run().catch(uniqueViolation)).resolves.toBe('parcels_pkey');
    expect(tries()).toBe(1);
  });

  it('runs the work of a worker again, too', async () => {
    let tries = 0;
    const work = async (tx: Tx) => {
      tries += 1;
      await tx.query(byValues(ADD), [specimen.ours, tries > 1 ? 'free for a worker' : 'taken']);
    };
    await specimen.transactions.asWorker(work, { retryOn: ['parcels_pkey'] });
    expect(tries).toBe(2);
  });
});
