import { Schedule, type CustomerAppId } from '@towpath/kernel';
import { requestContext } from '@towpath/observability';
import { eventually, testDatabase, type TestDatabase } from '@towpath/testing';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import { byKey } from '../transactions/planned-statement.js';
import type { AppTx } from '../transactions/tx.js';
import { WriteBatch } from '../transactions/write-batch.js';
import { defineConversation } from './conversation.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

let database: TestDatabase;
let specimen: Specimen;
let app: CustomerAppId;
let asked: string[];
let lines: { level: string; message: string; fields: object }[];

beforeAll(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  specimen = await openSpecimen(database);
});
beforeEach(async () => {
  asked = [];
  lines = [];
  app = await specimen.addApp();
});
afterAll(async () => {
  await specimen?.close();
  await database?.drop();
});

interface Parcel {
  readonly id: string;
  readonly schedule: Schedule;
  status: string;
}

interface ParcelConversation {
  readonly id: string;
  readonly locked: Parcel;
  readonly order: { readonly reference: string };
  readonly call: 'FIND' | 'SEND';
  readonly answer: { readonly status: string };
  readonly taken: { readonly next: 'FIND' | 'SEND' | null; readonly status: string };
}

const TERMS = {
  name: 'ask-about-parcels',
  table: 'parcels',
  id: 'parcel_id',
  dueAt: 'due_at',
  maxCalls: 3,
};

class Silence extends Error {}

type Courier = (call: 'FIND' | 'SEND') => Promise<string>;

/** What each test has its courier answer; `LOST` is sent again, `OPEN` is asked about later. */
function workerOf(
  courier: Courier,
  { callMs = 0, ...terms }: { readonly silence?: 'thrown'; readonly callMs?: number } = {},
) {
  const log = (level: string) => (fields: object, message: string) => {
    lines.push({ level, message, fields });
  };
  return new (class extends defineConversation<ParcelConversation>({ ...TERMS, ...terms }) {
    protected override async lock(tx: AppTx, id: string): Promise<Parcel | null> {
      const [row] = await tx.query<{ status: string; due_at: Date | null; weight: number }>(
        byKey(`SELECT status, due_at, weight FROM parcels
          WHERE customer_app_id = $1 AND parcel_id = $2 FOR UPDATE`),
        [tx.customerApp.id, id],
      );
      if (!row) return null;
      const schedule = new Schedule({ followUpAt: row.due_at, followUpsAsked: row.weight });
      return { id, schedule, status: row.status };
    }

    protected override callMs(): number {
      return callMs;
    }

    protected override scheduleOf({ schedule }: Parcel): Schedule {
      return schedule;
    }

    protected override save(tx: AppTx, { id, schedule, status }: Parcel): void {
      const { followUpAt: due_at, followUpsAsked: weight } = schedule.followUps;
      const key = { customer_app_id: tx.customerApp.id, parcel_id: id };
      tx.write(new WriteBatch().update('parcels', key, { status, due_at, weight }));
    }

    protected override question(_tx: AppTx, { id }: Parcel) {
      return { order: { reference: id }, call: 'FIND' as const };
    }

    protected override firstQuestion(_tx: AppTx, { id }: Parcel) {
      return { order: { reference: id }, call: 'SEND' as const };
    }

    protected override async ask({ reference }: { reference: string }, call: 'FIND' | 'SEND') {
      asked.push(`${call} ${reference}`);
      return { status: await courier(call) };
    }

    protected override isSilence(error: unknown): boolean {
      return error instanceof Silence;
    }

    protected override async take(tx: AppTx, locked: Parcel, answer: { status: string }) {
      const { status } = answer;
      if (status === 'LOST') return { next: 'SEND' as const, status };
      if (status === 'SENT') locked.schedule.rest();
      locked.status = status;
      this.save(tx, locked);
      return { next: null, status };
    }
  })(specimen.transactions, { warn: log('warn'), error: log('error') });
}

/** A parcel whose caller asks, as a command writes it; the job asks 10 s later. */
const add = (id: string) =>
  specimen.transactions.forApp(app, async (tx) => {
    await tx.begun;
    const { followUpAt } = Schedule.asking(tx.now).followUps;
    const row = { customer_app_id: app, parcel_id: id, status: 'OPEN', due_at: followUpAt };
    tx.write(new WriteBatch().insert('parcels', row));
  });
const advanceTo = (offsetMs: number) =>
  specimen.transactions.forApp(app, (tx) =>
    specimen.views.setClock(tx, app, { offsetMs, frozenAt: null }),
  );
const read = async (id: string) => {
  const sql = 'SELECT status, weight AS asked, due_at FROM parcels WHERE parcel_id = $1';
  type Row = { status: string; asked: number; due_at: Date | null };
  return (await specimen.adminPool.query<Row>(sql, [id])).rows[0];
};
const silent: Courier = () => Promise.reject(new Silence('no answer'));

describe('a conversation', () => {
  it('records each answer and makes the next call, until none is left', async () => {
    await add('found');
    await advanceTo(11 * SECOND_MS);
    const worker = workerOf((call) => Promise.resolve(call === 'FIND' ? 'LOST' : 'SENT'));
    expect(await worker.runDue(app)).toBe(1);
    expect(asked).toEqual(['FIND found', 'SEND found']);
    expect(await read('found')).toMatchObject({ status: 'SENT', due_at: null });
    expect(await worker.runDue(app)).toBe(0);
  });

  it('gives the result of the last answer to the caller that waits', async () => {
    await add('started');
    const worker = workerOf(() => Promise.resolve('SENT'));
    expect(await worker.start(app, 'started')).toEqual({ next: null, status: 'SENT' });
    expect(asked).toEqual(['SEND started']);
    expect(await worker.start(app, 'unknown')).toBeUndefined();
  });

  it('makes no call in a transaction', async () => {
    await add('outside');
    await advanceTo(11 * SECOND_MS);
    const open: number[] = [];
    const worker = workerOf(async () => {
      const { rows } = await specimen.adminPool.query<{ open: number }>(
        `SELECT count(*)::int AS open FROM pg_stat_activity
         WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
      );
      open.push(rows[0]?.open ?? -1);
      return 'SENT';
    });
    await worker.runDue(app);
    expect(open).toEqual([0]);
  });

  it('ends after its most calls when the other side contradicts itself', async () => {
    await add('contradicted');
    await advanceTo(11 * SECOND_MS);
    expect(await workerOf(() => Promise.resolve('LOST')).runDue(app)).toBe(1);
    expect(asked).toHaveLength(TERMS.maxCalls);
    expect(lines).toEqual([
      {
        level: 'error',
        message: 'the other side contradicts itself',
        fields: {
          job: TERMS.name,
          customerAppId: app,
          parcel_id: 'contradicted',
          ask: 'SEND',
        },
      },
    ]);
  });
});

describe('a question', () => {
  it('whose worker died after its claim is asked again on schedule', async () => {
    await add('claimed');
    await advanceTo(11 * SECOND_MS);
    const never = Promise.withResolvers<string>();
    const dead = workerOf(() => never.promise).runDue(app);
    await eventually(() => asked.length === 1);
    const survivor = workerOf(() => Promise.resolve('SENT'));
    expect(await survivor.runDue(app)).toBe(0);
    expect(await read('claimed')).toMatchObject({ status: 'OPEN', asked: 1 });
    await advanceTo(11 * SECOND_MS + MINUTE_MS);
    expect(await survivor.runDue(app)).toBe(1);
    expect(asked).toEqual(['FIND claimed', 'FIND claimed']);
    expect(await read('claimed')).toMatchObject({ status: 'SENT', due_at: null });
    never.resolve('SENT');
    await dead;
  });

  it('is asked once by two workers that find it due together', async () => {
    await add('shared');
    await advanceTo(11 * SECOND_MS);
    const workers = [1, 2].map(() => workerOf(() => Promise.resolve('OPEN')));
    const done = await Promise.all(workers.map((worker) => worker.runDue(app)));
    expect(done.toSorted()).toEqual([0, 1]);
    expect(asked).toEqual(['FIND shared']);
  });

  it('without an answer changes nothing and is asked later', async () => {
    await add('silent');
    await advanceTo(11 * SECOND_MS);
    expect(await workerOf(silent).runDue(app)).toBe(1);
    expect(await read('silent')).toMatchObject({ status: 'OPEN', asked: 1 });
    expect(lines).toMatchObject([
      { level: 'warn', message: 'outcome unknown', fields: { parcel_id: 'silent', ask: 'FIND' } },
    ]);
  });

  it('without an answer is an error of the caller, where that is defined', async () => {
    await add('thrown');
    await advanceTo(11 * SECOND_MS);
    const worker = workerOf(silent, { silence: 'thrown' });
    await expect(worker.start(app, 'thrown')).rejects.toBeInstanceOf(Silence);
    expect(await worker.runDue(app)).toBe(0);
    expect(await read('thrown')).toMatchObject({ status: 'OPEN', asked: 1 });
  });

  it('that fails otherwise fails the job', async () => {
    await add('failing');
    await advanceTo(11 * SECOND_MS);
    const bug = new Error('a bug');
    await expect(workerOf(() => Promise.reject(bug)).runDue(app)).rejects.toBe(bug);
    expect(lines).toEqual([]);
  });
});

describe('a call-back', () => {
  const wake = (worker: ReturnType<typeof workerOf>, id: string) =>
    specimen.transactions.forApp(app, (tx) => worker.wake(tx, id));

  it('is followed by the question of its caller, and by none of the job', async () => {
    await add('called');
    await advanceTo(11 * SECOND_MS);
    const worker = workerOf(() => Promise.resolve('SENT'));
    const question = await wake(worker, 'called');
    expect(await worker.runDue(app)).toBe(0);
    if (question) await worker.hold(question);
    expect(asked).toEqual(['FIND called']);
  });

  it('is followed by the question of the job when its process died', async () => {
    await add('orphan');
    await wake(workerOf(silent), 'orphan');
    await advanceTo(11 * SECOND_MS);
    expect(await workerOf(() => Promise.resolve('SENT')).runDue(app)).toBe(1);
  });

  it('is followed by no question of the job while a call may take longer than 10 s', async () => {
    await add('slow');
    const worker = workerOf(() => Promise.resolve('SENT'), { callMs: 30 * SECOND_MS });
    await wake(worker, 'slow');
    await advanceTo(34 * SECOND_MS);
    expect(await worker.runDue(app)).toBe(0);
    await advanceTo(36 * SECOND_MS);
    expect(await worker.runDue(app)).toBe(1);
  });

  it('about an unknown row asks nothing', async () => {
    expect(await wake(workerOf(silent), 'unknown')).toBeNull();
  });
});

it('a row that is made due is left to the job', async () => {
  await add('due');
  const worker = workerOf(() => Promise.resolve('SENT'));
  const makeDue = (id: string) => specimen.transactions.forApp(app, (tx) => worker.makeDue(tx, id));
  expect(await worker.runDue(app)).toBe(0);
  expect(await makeDue('due')).toBe(true);
  expect(await makeDue('unknown')).toBe(false);
  expect(await worker.runDue(app)).toBe(1);
});

describe('a request that waits for a conversation', () => {
  const within = <R>(ms: number, work: () => Promise<R>) =>
    requestContext.run({ requestId: 'r', deadlineAt: Date.now() + ms }, work);

  it('answers before its own time is over, and what is answered later is recorded', async () => {
    await add('frozen');
    const thaw = Promise.withResolvers<string>();
    const begin = performance.now();
    const worker = workerOf(() => thaw.promise);
    expect(await within(1_000, () => worker.start(app, 'frozen'))).toBeUndefined();
    expect(performance.now() - begin).toBeLessThan(1_000);
    thaw.resolve('SENT');
    await eventually(async () => (await read('frozen'))?.status === 'SENT');
  });

  it('does not fail by what fails later, which is logged', async () => {
    await add('failing');
    const thaw = Promise.withResolvers<string>();
    const worker = workerOf(() => thaw.promise);
    expect(await within(200, () => worker.start(app, 'failing'))).toBeUndefined();
    thaw.reject(new Error('a defect'));
    await eventually(() =>
      Promise.resolve(lines.some(({ message }) => message === 'failed after its request ended')),
    );
  });

  it('gets an answer that comes in time', async () => {
    await add('quick');
    const worker = workerOf(() => Promise.resolve('SENT'));
    expect(await within(10_000, () => worker.start(app, 'quick'))).toMatchObject({
      status: 'SENT',
    });
  });
});
