import type { CustomerAppId } from '@towpath/kernel';
import { requestContext, type RequestContext } from '@towpath/observability';
import { eventually, testDatabase, type TestDatabase } from '@towpath/testing';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import type { WorkerTx } from '../transactions/tx.js';
import { WriteBatch } from '../transactions/write-batch.js';
import { DueJob, type DueCheck } from './due-job.js';
import { DueJobRunner } from './due-job-runner.js';
import { byValues } from '../transactions/planned-statement.js';

let database: TestDatabase;
let specimen: Specimen;
const runners: DueJobRunner[] = [];
const errors: unknown[] = [];

beforeAll(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  specimen = await openSpecimen(database);
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  errors.length = 0;
});
afterAll(async () => {
  await specimen?.close();
  await database?.drop();
});

/** Marks parcels lost that are still open when they are due. */
class LoseParcels extends DueJob {
  override readonly name: string = 'lose-parcels';
  running = 0;
  runningAtOnce = 0;

  override async nextDue(tx: WorkerTx, app: CustomerAppId): Promise<Date | null> {
    const [row] = await tx.query<{ due: Date | null }>(
      byValues(
        `SELECT min(due_at) AS due FROM parcels WHERE customer_app_id = $1 AND status = 'OPEN'`,
      ),
      [app],
    );
    return row?.due ?? null;
  }

  override async runDue(app?: CustomerAppId): Promise<number> {
    this.running += 1;
    this.runningAtOnce = Math.max(this.runningAtOnce, this.running);
    try {
      const rows = await specimen.transactions.asWorker((tx) =>
        tx.query(
          byValues(`UPDATE parcels SET status = 'LOST' WHERE status = 'OPEN'
             AND due_at <= app_now(customer_app_id) AND ($1::text IS NULL OR customer_app_id = $1)
           RETURNING 1 AS lost`),
          [app ?? null],
        ),
      );
      return rows.length;
    } finally {
      this.running -= 1;
    }
  }
}

function runnerOf(...jobs: DueJob[]): DueJobRunner {
  const runner = new DueJobRunner({
    transactions: specimen.transactions,
    lockUrl: database.urls.worker,
    onError: (error) => errors.push(error),
    pollMs: 10,
  });
  jobs.forEach((job) => runner.register(job));
  runners.push(runner);
  return runner;
}

async function openParcel(app: CustomerAppId, id: string, dueInMs: number): Promise<Date> {
  return specimen.transactions.forApp(app, async (tx) => {
    await tx.begun;
    const dueAt = new Date(tx.systemNow.getTime() + dueInMs);
    const row = { customer_app_id: app, parcel_id: id, status: 'OPEN', due_at: dueAt };
    tx.write(new WriteBatch().insert('parcels', row));
    return dueAt;
  });
}

const statusOf = async (id: string) => {
  const sql = 'SELECT status FROM parcels WHERE parcel_id = $1';
  return (await specimen.adminPool.query<{ status: string }>(sql, [id])).rows[0]?.status;
};
const advance = (app: CustomerAppId, offsetMs: number) =>
  specimen.transactions.forApp(app, (tx) =>
    specimen.views.setClock(tx, app, { offsetMs, frozenAt: null }),
  );

const HOUR_MS = 3_600_000;

describe('a due job', () => {
  it('runs when the clock of its app is moved, and not before', async () => {
    const runner = runnerOf(new LoseParcels());
    const dueAt = await openParcel(specimen.ours, 'later', HOUR_MS);
    await openParcel(specimen.theirs, 'theirs', HOUR_MS);
    expect((await runner.next(specimen.ours)).dueAt).toEqual(dueAt);
    expect(await runner.runAll()).toBe(0);
    await advance(specimen.ours, HOUR_MS + 1_000);
    expect(await runner.runFor(specimen.theirs)).toBe(0);
    expect(await runner.runFor(specimen.ours)).toBe(1);
    expect(await statusOf('later')).toBe('LOST');
    expect(await statusOf('theirs')).toBe('OPEN');
    expect((await runner.next(specimen.ours)).dueAt).toBeNull();
  });

  it('does not run for an app whose clock is frozen before the instant', async () => {
    const app = await specimen.addApp();
    const frozenAt = new Date('2020-01-01T00:00:00Z');
    await specimen.transactions.forApp(app, (tx) =>
      specimen.views.setClock(tx, app, { offsetMs: 0, frozenAt }),
    );
    await openParcel(app, 'frozen', -HOUR_MS);
    expect(await runnerOf(new LoseParcels()).runFor(app)).toBe(0);
  });

  it('is found by polling', async () => {
    const runner = runnerOf(new LoseParcels());
    await openParcel(specimen.ours, 'polled', -1);
    runner.start();
    await eventually(async () => (await statusOf('polled')) === 'LOST');
  });

  it('is run by a poll only when its first query says that work is due', async () => {
    class Checked extends LoseParcels {
      override readonly name: string;
      runs = 0;

      constructor(private readonly seen: DueCheck) {
        super();
        this.name = `checking ${JSON.stringify(seen)}`;
      }

      override check(): DueCheck {
        return this.seen;
      }

      override async runDue(): Promise<number> {
        this.runs += 1;
        return 0;
      }
    }
    const found = new Checked({ sql: 'SELECT FROM parcels WHERE $1::text IS NULL' });
    const known = new Checked({ due: true });
    const nothing = new Checked({ sql: 'SELECT FROM parcels WHERE false' });
    const resting = new Checked({ due: false });
    await openParcel(specimen.ours, 'checked for', HOUR_MS);
    const runner = runnerOf(nothing, resting, found, known);
    runner.start();
    await eventually(() => found.runs > 1 && known.runs > 1);
    expect([nothing.runs, resting.runs]).toEqual([0, 0]);
    await runner.runAll();
    expect([nothing.runs, resting.runs]).toEqual([1, 1]);
  });

  it('reports the earliest instant of several jobs', async () => {
    const early = new Date('2020-01-01T00:00:00Z');
    class Early extends LoseParcels {
      override readonly name = 'early';
      override async nextDue(): Promise<Date> {
        return early;
      }
    }
    const app = await specimen.addApp();
    await openParcel(app, 'several', HOUR_MS);
    expect((await runnerOf(new LoseParcels(), new Early()).next(app)).dueAt).toEqual(early);
  });

  it('may not share its name with another job', () => {
    expect(() => runnerOf(new LoseParcels(), new LoseParcels())).toThrow('lose-parcels');
  });
});

describe('several replicas of a service', () => {
  it('run a job one after the other', async () => {
    const job = new LoseParcels();
    const replicas = [runnerOf(job), runnerOf(job), runnerOf(job)];
    const runs = Array.from({ length: 12 }, (_, index) => replicas[index % 3]?.runAll());
    await Promise.all(runs);
    expect(job.runningAtOnce).toBe(1);
  });

  it('continue to poll when one dies while it holds the lock', async () => {
    const hanging = Promise.withResolvers<number>();
    const started = Promise.withResolvers<void>();
    class Hanging extends LoseParcels {
      override runDue(): Promise<number> {
        started.resolve();
        return hanging.promise;
      }
    }
    const dying = runnerOf(new Hanging());
    const lost = dying.runAll();
    await started.promise;
    const survivor = runnerOf(new LoseParcels());
    survivor.start();
    await openParcel(specimen.ours, 'survivor', -1);
    await specimen.adminPool.query(
      `SELECT pg_terminate_backend(l.pid) FROM pg_locks l
       WHERE l.locktype = 'advisory' AND l.database = (SELECT oid FROM pg_database
         WHERE datname = current_database()) AND l.granted`,
    );
    await eventually(async () => (await statusOf('survivor')) === 'LOST');
    hanging.resolve(0);
    await lost;
  });
});

describe('a job runner whose lock connection was cut', () => {
  it('opens a new one', async () => {
    const runner = runnerOf(new LoseParcels());
    await runner.runAll();
    await specimen.adminPool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'due jobs' AND datname = current_database()`,
    );
    await eventually(() => errors.length > 0);
    await openParcel(specimen.ours, 'reconnected', -1);
    expect(await runner.runAll()).toBe(1);
  });
});

describe('a job that fails', () => {
  it('is reported and tried again, and does not stop other jobs', async () => {
    let failures = 0;
    class Failing extends LoseParcels {
      override readonly name = 'failing';
      override async runDue(): Promise<number> {
        failures += 1;
        throw new Error('job failed');
      }
    }
    const runner = runnerOf(new Failing(), new LoseParcels());
    await openParcel(specimen.ours, 'others', -1);
    runner.start();
    await eventually(async () => failures > 2 && (await statusOf('others')) === 'LOST');
    expect(errors).toContainEqual(expect.objectContaining({ message: 'job failed' }));
    await expect(runner.runFor(specimen.ours)).rejects.toThrow('job failed');
  });

  it('does not run for ever when it finds the same work again and again', async () => {
    class Endless extends LoseParcels {
      override async runDue(): Promise<number> {
        return 1;
      }
    }
    await expect(runnerOf(new Endless()).runAll()).rejects.toThrow('1000 times in a row');
  });
});

it('a job that a request made due runs without the deadline of the request', async () => {
  const seen: (RequestContext | undefined)[] = [];
  let isDue = false;
  let checks = 0;
  class Noting extends LoseParcels {
    override readonly name = 'noting';
    override check(): DueCheck {
      checks += 1;
      return { due: isDue };
    }
    override runDue(): Promise<number> {
      seen.push(requestContext.current());
      return Promise.resolve(0);
    }
  }
  const runner = runnerOf(new Noting());
  runner.start();
  await eventually(() => checks === 1);
  isDue = true;
  requestContext.run({ requestId: 'request', deadlineAt: 0 }, () => runner.wake());
  await eventually(() => seen.length > 2);
  expect(new Set(seen)).toEqual(new Set([undefined]));
});
