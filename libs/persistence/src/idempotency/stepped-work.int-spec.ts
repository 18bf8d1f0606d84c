/** @proves promise-6 */
import { DomainError } from '@towpath/kernel';
import { eventually, testDatabase, type TestDatabase } from '@towpath/testing';
import { Encryption } from '../encryption/encryption.js';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { SpecimenKeys } from '../specimen/specimen-keys.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import type { AppTx } from '../transactions/tx.js';
import { WriteBatch } from '../transactions/write-batch.js';
import { Idempotency } from './idempotency.js';
import type { Claim, SteppedWork } from './idempotent-work.js';
import type { IdempotentRequest, StoredAnswer } from './idempotent-request.js';

let database: TestDatabase;
let specimen: Specimen;
let idempotency: Idempotency;
const encryption = new Encryption(new SpecimenKeys());
const ANSWER: StoredAnswer = { status: 200, body: 'sent' };

beforeAll(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  specimen = await openSpecimen(database);
  idempotency = new Idempotency(specimen.transactions, encryption);
});
afterAll(async () => {
  await specimen?.close();
  await database?.drop();
});

interface Point {
  readonly parcelId: string;
  readonly step: number;
}

const request = (key: string | undefined): IdempotentRequest => ({
  customerAppId: specimen.ours,
  method: 'POST',
  route: '/parcels/send',
  key,
  body: { key },
});
const inOurs = <T>(work: (tx: AppTx) => Promise<T>) =>
  specimen.transactions.forApp(specimen.ours, work);
const statusOf = async (parcelId: string) => {
  const sql = 'SELECT status FROM parcels WHERE parcel_id = $1';
  return (await specimen.adminPool.query<{ status: string }>(sql, [parcelId])).rows;
};

/** Opens a parcel, calls `network`, and marks the parcel sent together with the answer. */
function sending(parcelId: string, network: (point: Point) => Promise<void>) {
  const begun: Point[] = [];
  const work: SteppedWork<Point> = {
    begin: async (tx) => {
      const point = { parcelId, step: 1 };
      begun.push(point);
      const row = { customer_app_id: tx.customerApp.id, parcel_id: parcelId, status: 'OPEN' };
      tx.write(new WriteBatch().insert('parcels', row));
      return point;
    },
    resume: async (point, claim) => {
      await network(point);
      await inOurs((tx) => finishSending(tx, point, claim));
      return ANSWER;
    },
  };
  return { work, begun };
}

async function finishSending(tx: AppTx, point: Point, claim: Claim<Point>): Promise<void> {
  const key = { parcel_id: point.parcelId, status: 'OPEN' };
  tx.write(new WriteBatch().update('parcels', key, { status: 'SENT' }));
  await claim.finish(tx, ANSWER);
}

describe('work in two transactions', () => {
  it('is done once, and its answer is repeated', async () => {
    const { work, begun } = sending('twice', async () => {});
    expect(await idempotency.inSteps(request('twice'), work)).toEqual({
      answer: ANSWER,
      replayed: false,
    });
    expect(await idempotency.inSteps(request('twice'), work)).toEqual({
      answer: ANSWER,
      replayed: true,
    });
    expect(begun).toHaveLength(1);
    expect(await statusOf('twice')).toEqual([{ status: 'SENT' }]);
  });

  it('is done without being remembered when there is no key', async () => {
    const { work } = sending('keyless', async () => {});
    expect(await idempotency.inSteps(request(undefined), work)).toEqual({
      answer: ANSWER,
      replayed: false,
    });
  });

  it('is one effect for 64 copies at the same time', async () => {
    let calls = 0;
    const { work, begun } = sending('crowd', async () => void (calls += 1));
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, () => idempotency.inSteps(request('crowd'), work)),
    );
    expect([begun.length, calls]).toEqual([1, 1]);
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
  });

  it('resumes at its recovery point immediately after a fault', async () => {
    const seen: Point[] = [];
    let down = true;
    const { work, begun } = sending('fault', async (point) => {
      seen.push(point);
      if (down) throw new Error('connection lost');
    });
    await expect(idempotency.inSteps(request('fault'), work)).rejects.toThrow('connection lost');
    down = false;
    const outcome = await idempotency.inSteps(request('fault'), work);
    expect(outcome).toEqual({ answer: ANSWER, replayed: false });
    expect(begun).toHaveLength(1);
    expect(seen).toEqual([
      { parcelId: 'fault', step: 1 },
      { parcelId: 'fault', step: 1 },
    ]);
  });

  it('resumes at the recovery point that it moved to', async () => {
    const points: Point[] = [];
    const { work } = sending('moved', async () => {});
    const moving: SteppedWork<Point> = {
      ...work,
      resume: async (point, claim) => {
        points.push(point);
        if (point.step === 2) return work.resume(point, claim);
        await inOurs((tx) => claim.moveTo(tx, { ...point, step: 2 }));
        throw new Error('crash after the move');
      },
    };
    await expect(idempotency.inSteps(request('moved'), moving)).rejects.toThrow('crash');
    await idempotency.inSteps(request('moved'), moving);
    expect(points.map(({ step }) => step)).toEqual([1, 2]);
  });

  it('is taken over when its worker is dead, and the dead one can no longer write', async () => {
    const short = new Idempotency(specimen.transactions, encryption, { waitMs: 5_000, leaseMs: 0 });
    const started = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    let hang = true;
    const { work, begun } = sending('dead', async () => {
      if (!hang) return;
      hang = false;
      started.resolve();
      await release.promise;
    });
    const dead = short.inSteps(request('dead'), work);
    await started.promise;
    const alive = await short.inSteps(request('dead'), work);
    expect(alive).toEqual({ answer: ANSWER, replayed: false });
    release.resolve();
    expect(await dead).toEqual({ answer: ANSWER, replayed: true });
    expect(begun).toHaveLength(1);
    expect(await statusOf('dead')).toEqual([{ status: 'SENT' }]);
  });

  it('stores its answer when no step of it does so', async () => {
    const work = { begin: async () => 1, resume: async () => ANSWER };
    const first = await idempotency.inSteps(request('unfinished'), work);
    expect(first).toEqual({ answer: ANSWER, replayed: false });
    const again = await idempotency.inSteps(request('unfinished'), work);
    expect(again).toEqual({ answer: ANSWER, replayed: true });
  });

  it('keeps the answer of the copy that took over, when no step of either stores one', async () => {
    const short = new Idempotency(specimen.transactions, encryption, { waitMs: 5_000, leaseMs: 0 });
    const started = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    let runs = 0;
    const work: SteppedWork<number> = {
      begin: async () => 1,
      resume: async () => {
        runs += 1;
        if (runs > 1) return ANSWER;
        started.resolve();
        await release.promise;
        return { status: 200, body: '"late"' };
      },
    };
    const dead = short.inSteps(request('overtaken'), work);
    await started.promise;
    const alive = await short.inSteps(request('overtaken'), work);
    expect(alive).toEqual({ answer: ANSWER, replayed: false });
    release.resolve();
    expect(await dead).toEqual({ answer: ANSWER, replayed: true });
  });

  it('refuses a worker that lost its lease', async () => {
    const { work } = sending('lost', async () => {
      await specimen.adminPool.query(
        `UPDATE idempotency_keys SET lease_token = 'another' WHERE operation LIKE '%/send'
         AND status = 'CLAIMED'`,
      );
    });
    const hasty = new Idempotency(specimen.transactions, encryption, {
      waitMs: 50,
      leaseMs: 60_000,
    });
    await expect(hasty.inSteps(request('lost'), work)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_REQUEST_IN_PROGRESS',
    });
    expect(await statusOf('lost')).toEqual([{ status: 'OPEN' }]);
  });

  it('is not given to copies while its lease lasts', async () => {
    const hasty = new Idempotency(specimen.transactions, encryption, {
      waitMs: 50,
      leaseMs: 60_000,
    });
    const started = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const { work } = sending('leased', async () => {
      started.resolve();
      await release.promise;
    });
    const first = hasty.inSteps(request('leased'), work);
    await started.promise;
    await expect(hasty.inSteps(request('leased'), work)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_REQUEST_IN_PROGRESS',
    });
    release.resolve();
    await first;
  });

  it('is not given to copies while it continues, however short the lease', async () => {
    const brief = new Idempotency(specimen.transactions, encryption, { waitMs: 50, leaseMs: 300 });
    const leaseEnd = async () => {
      const sql = `SELECT lease_until FROM idempotency_keys WHERE status = 'CLAIMED'
        AND lease_until > now() ORDER BY created_at DESC LIMIT 1`;
      const { rows } = await specimen.adminPool.query<{ lease_until: Date }>(sql);
      return rows[0]?.lease_until.getTime() ?? 0;
    };
    let calls = 0;
    const { work, begun } = sending('long', async () => {
      calls += 1;
      const first = await leaseEnd();
      await eventually(async () => (await leaseEnd()) > first + 3 * 300);
      await expect(brief.inSteps(request('long'), work)).rejects.toMatchObject({
        code: 'IDEMPOTENCY_REQUEST_IN_PROGRESS',
      });
    });
    expect(await brief.inSteps(request('long'), work)).toEqual({ answer: ANSWER, replayed: false });
    expect([begun.length, calls]).toEqual([1, 1]);
  });

  it('remembers a decision of its connector', async () => {
    const declined: StoredAnswer = { status: 400, body: 'declined' };
    const { work } = sending('declined', async () => {
      throw new DomainError('PAYMENT_METHOD_DECLINED', 'No.');
    });
    const decided = { ...work, refusal: () => declined };
    expect((await idempotency.inSteps(request('declined'), decided)).replayed).toBe(false);
    expect(await idempotency.inSteps(request('declined'), decided)).toEqual({
      answer: declined,
      replayed: true,
    });
  });
});
