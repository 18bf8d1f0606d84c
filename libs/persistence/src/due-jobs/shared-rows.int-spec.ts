import type { CustomerAppId } from '@towpath/kernel';
import { eventually, testDatabase, type TestDatabase } from '@towpath/testing';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import { DueJobRunner } from './due-job-runner.js';
import { DueRowsJob } from './due-rows.job.js';
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
  await specimen.adminPool.query('DELETE FROM parcels');
});
afterAll(async () => {
  await specimen?.close();
  await database?.drop();
});

interface Parcel {
  readonly customer_app_id: CustomerAppId;
  readonly parcel_id: string;
}

/** What one replica was handed, in order, and how often it checked. */
class LoseParcels extends DueRowsJob<Parcel> {
  override readonly name = 'lose-parcels';
  readonly handed: string[] = [];
  readonly done: string[] = [];
  checks = 0;

  constructor(private readonly beforeClaim: () => Promise<void> = async () => undefined) {
    super(specimen.transactions, {
      table: 'parcels',
      columns: ['parcel_id'],
      dueAt: 'due_at',
      open: `status = 'OPEN'`,
    });
  }

  override check() {
    this.checks += 1;
    return super.check();
  }

  protected override async runOne(row: Parcel): Promise<boolean> {
    this.handed.push(row.parcel_id);
    await this.beforeClaim();
    const done = await lose(row.parcel_id);
    if (done) this.done.push(row.parcel_id);
    return done;
  }
}

async function lose(id: string): Promise<boolean> {
  const sql = `UPDATE parcels SET status = 'LOST' WHERE parcel_id = $1 AND status = 'OPEN'
    RETURNING 1 AS lost`;
  const rows = await specimen.transactions.forApp(specimen.ours, (tx) =>
    tx.query(byValues(sql), [id]),
  );
  return rows.length === 1;
}

function replica(job: LoseParcels, restMs = 10): DueJobRunner {
  const runner = new DueJobRunner({
    transactions: specimen.transactions,
    lockUrl: database.urls.worker,
    onError: (error) => errors.push(error),
    pollMs: 10,
    restMs,
  });
  runner.register(job);
  runners.push(runner);
  return runner;
}

const addParcels = (count: number, due = `now()`) =>
  specimen.adminPool.query(
    `INSERT INTO parcels (customer_app_id, parcel_id, status, due_at)
     SELECT $1, 'p' || n, 'OPEN', ${due} FROM generate_series(1, $2::int) n`,
    [specimen.ours, count],
  );
const open = async (): Promise<number> => {
  const sql = `SELECT count(*)::int AS open FROM parcels WHERE status = 'OPEN'`;
  return (await specimen.adminPool.query<{ open: number }>(sql)).rows[0]?.open ?? -1;
};

describe('two replicas of a job runner', () => {
  it('share the due rows: both work, and each row is done once', async () => {
    await addParcels(450);
    const both = Promise.withResolvers<void>();
    const jobs = [new LoseParcels(() => both.promise), new LoseParcels(() => both.promise)];
    jobs.forEach((job) => replica(job).start());
    await eventually(() => jobs.every(({ handed }) => handed.length > 0));
    both.resolve();
    await eventually(async () => (await open()) === 0);
    const done = jobs.flatMap((job) => job.done);
    expect(done).toHaveLength(450);
    expect(new Set(done).size).toBe(450);
    // A row that was done while the other read what is due may be handed over once more, in vain.
    expect(jobs.flatMap((job) => job.handed).length).toBeLessThan(550);
    expect(errors).toEqual([]);
  });

  it('take over the rows that a dead replica had claimed', async () => {
    await addParcels(20);
    const never = Promise.withResolvers<void>();
    const dying = new LoseParcels(() => never.promise);
    replica(dying).start();
    await eventually(() => dying.handed.length > 0);
    const survivor = new LoseParcels();
    replica(survivor).start();
    await eventually(() => survivor.checks > 3);
    expect(survivor.handed).toEqual([]);
    await specimen.adminPool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
         AND objsubid = 1
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    await eventually(async () => (await open()) === 0);
    expect(survivor.handed).toHaveLength(20);
    never.resolve();
  });

  it('pause between two batches for a clock that moves', async () => {
    await addParcels(150);
    const moved = Promise.withResolvers<void>();
    const busy = new LoseParcels(() => moved.promise);
    replica(busy).start();
    await eventually(() => busy.handed.length > 0);
    const mover = new LoseParcels();
    const moving = replica(mover).runFor(specimen.ours);
    await eventually(async () => (await waiting()) === 1);
    moved.resolve();
    expect(await moving).toBe(50);
    expect(busy.handed).toHaveLength(100);
  });
});

const waiting = async (): Promise<number> => {
  const sql = `SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory'
    AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return (await specimen.adminPool.query<{ waiting: number }>(sql)).rows[0]?.waiting ?? -1;
};

const hasChecked = async (): Promise<boolean> => {
  const sql = `SELECT FROM pg_stat_activity WHERE application_name = 'due jobs' AND state = 'idle'
    AND datname = current_database() AND query LIKE 'SELECT ''lose-parcels''%'`;
  return (await specimen.adminPool.query(sql)).rowCount === 1;
};

describe('an idle job runner', () => {
  const FOREVER_MS = 3_600_000;

  it('polls again when the next instant comes, and not before', async () => {
    await addParcels(1, `now() + interval '400 milliseconds'`);
    const job = new LoseParcels();
    replica(job, FOREVER_MS).start();
    await eventually(async () => (await open()) === 0);
    expect(job.checks).toBeLessThan(6);
  });

  it('polls soon after this process writes for a customer app', async () => {
    const job = new LoseParcels();
    const runner = replica(job, FOREVER_MS);
    runner.start();
    await eventually(async () => job.checks === 1 && (await hasChecked()));
    await addParcels(1);
    runner.wake();
    await eventually(async () => (await open()) === 0);
  });

  it('keeps polling while the clock of an app is ahead of real time', async () => {
    const app = await specimen.addApp();
    const setClock = (offsetMs: number) =>
      specimen.transactions.forApp(app, (tx) =>
        specimen.views.setClock(tx, app, { offsetMs, frozenAt: null }),
      );
    await setClock(1_000);
    const job = new LoseParcels();
    replica(job, FOREVER_MS).start();
    await eventually(() => job.checks > 5);
    await setClock(0);
  });
});
