/** @proves promise-6 */
import { jest } from '@jest/globals';
import { DomainError, newId, type EventId } from '@towpath/kernel';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import { Encryption } from '../encryption/encryption.js';
import { openSpecimen, parcelSent, type Specimen } from '../specimen/specimen-database.js';
import { SpecimenKeys } from '../specimen/specimen-keys.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import type { AppTx } from '../transactions/tx.js';
import { WriteBatch } from '../transactions/write-batch.js';
import { Idempotency } from './idempotency.js';
import type { AnswerSlot } from './idempotent-work.js';
import type { IdempotentRequest, StoredAnswer } from './idempotent-request.js';

let database: TestDatabase;
let specimen: Specimen;
let idempotency: Idempotency;
const encryption = new Encryption(new SpecimenKeys());

beforeAll(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  specimen = await openSpecimen(database);
  idempotency = new Idempotency(specimen.transactions, encryption);
});
afterAll(async () => {
  await specimen?.close();
  await database?.drop();
});

const request = (key: string | undefined, change: Partial<IdempotentRequest> = {}) => ({
  customerAppId: specimen.ours,
  method: 'POST',
  route: '/parcels',
  key,
  body: { weight: 1 },
  ...change,
});

/** Inserts one parcel and one event, and answers with the parcel's random ID. */
async function send(tx: AppTx): Promise<StoredAnswer> {
  const parcelId = newId<EventId>(new Date());
  const batch = new WriteBatch().insert('parcels', {
    customer_app_id: tx.customerApp.id,
    parcel_id: parcelId,
    status: 'OPEN',
  });
  batch.publish(parcelSent, {
    payload: { parcel_id: parcelId, status: 'OPEN' },
    sequence: 1,
    customerAppId: tx.customerApp.id,
  });
  tx.write(batch);
  return { status: 201, headers: { location: parcelId }, body: `{ "id":\n"${parcelId}" }` };
}

const countParcels = async () =>
  (await specimen.adminPool.query<{ n: number }>('SELECT count(*) AS n FROM parcels')).rows[0]?.n;

describe('requests with the same key and body', () => {
  it('get the first answer, byte for byte, and have one effect', async () => {
    const before = await countParcels();
    const first = await idempotency.once(request('same'), send);
    const second = await idempotency.once(request('same'), send);
    expect(first.replayed).toBe(false);
    expect(second).toEqual({ answer: first.answer, replayed: true });
    expect(await countParcels()).toBe((before ?? 0) + 1);
  });

  it('are the same when only order and spacing differ', async () => {
    const body = JSON.parse('{"a": 1.0, "b": [{"x": null, "y": "é"}]}') as unknown;
    const other = JSON.parse('{"b":[{"y":"\\u00e9","x":null}],"a":1}') as unknown;
    const first = await idempotency.once(request('order', { body }), send);
    const second = await idempotency.once(request('order', { body: other }), send);
    expect(second).toEqual({ answer: first.answer, replayed: true });
  });

  it('have one effect for 64 copies at the same time', async () => {
    const before = await countParcels();
    const effect = jest.fn(send);
    const copies = Array.from({ length: 64 }, () => idempotency.once(request('crowd'), effect));
    const outcomes = await Promise.all(copies);
    expect(await countParcels()).toBe((before ?? 0) + 1);
    expect(new Set(outcomes.map(({ answer }) => answer.body)).size).toBe(1);
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(effect).toHaveBeenCalledTimes(1);
  });

  it('store the answer inside the write of the effect when asked', async () => {
    const answer = { status: 200, body: 'included' };
    const effect = jest.fn(async (tx: AppTx, slot: AnswerSlot) => {
      const batch = new WriteBatch();
      slot.include(batch, answer);
      tx.write(batch);
      return answer;
    });
    await idempotency.once(request('included'), effect);
    expect(await idempotency.once(request('included'), effect)).toEqual({ answer, replayed: true });
    expect(effect).toHaveBeenCalledTimes(1);
  });

  it('are stored encrypted', async () => {
    await idempotency.once(
      request('unreadable-key', { body: { iban: 'DE-secret' } }),
      async () => ({
        status: 200,
        body: 'answer-secret',
      }),
    );
    const { rows } = await specimen.adminPool.query<{ text: string; sealed: Buffer }>(
      'SELECT k::text AS text, sealed FROM idempotency_keys k',
    );
    const text = rows.map((row) => row.text).join();
    expect(text).toContain('POST /parcels');
    expect(text).not.toMatch(/unreadable-key|DE-secret|answer-secret/);
    const bytes = Buffer.concat(rows.map((row) => row.sealed)).toString('latin1');
    expect(bytes).not.toMatch(/unreadable-key|DE-secret|answer-secret/);
  });
});

describe('a request in another scope', () => {
  it.each([
    ['no key', undefined, {}],
    ['another key', 'scope-2', {}],
    ['another route', 'scope', { route: '/letters' }],
    ['another method', 'scope', { method: 'PUT' }],
  ])('with %s has its own effect', async (_kind, key, change) => {
    await idempotency.once(request('scope'), send);
    const outcome = await idempotency.once(request(key, change), send);
    expect(outcome.replayed).toBe(false);
  });

  it('of another app has its own effect', async () => {
    const first = await idempotency.once(request('apps'), send);
    const theirs = request('apps', { customerAppId: specimen.theirs });
    const second = await idempotency.once(theirs, send);
    expect(second.replayed).toBe(false);
    expect(second.answer.body).not.toBe(first.answer.body);
  });
});

describe('an idempotency key', () => {
  it('is refused with another body', async () => {
    await idempotency.once(request('reused'), send);
    const reuse = idempotency.once(request('reused', { body: { weight: 2 } }), send);
    await expect(reuse).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('is refused for another resource', async () => {
    const of = (parcelId: string) => request('resource', { params: { parcelId } });
    await idempotency.once(of('one'), send);
    expect((await idempotency.once(of('one'), send)).replayed).toBe(true);
    const reuse = idempotency.once(of('two'), send);
    await expect(reuse).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it.each([
    ['empty', ''],
    ['256 characters long', 'k'.repeat(256)],
  ])('is refused when it is %s', async (_kind, key) => {
    const refused = idempotency.once(request(key), send);
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('may have 255 characters', async () => {
    const long = await idempotency.once(request('k'.repeat(255)), send);
    expect(long.answer.status).toBe(201);
  });

  it('is refused with a body nested without end', async () => {
    const body = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) as unknown;
    const refused = idempotency.once(request('deep', { body }), send);
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('a request whose effect fails', () => {
  const declined: StoredAnswer = { status: 400, body: '{"error_code":"PAYMENT_METHOD_DECLINED"}' };
  const decline = jest.fn(async (): Promise<StoredAnswer> => {
    throw new DomainError('PAYMENT_METHOD_DECLINED', 'The card was declined.');
  });
  const refusal = (error: unknown) =>
    error instanceof DomainError && error.code === 'PAYMENT_METHOD_DECLINED' ? declined : undefined;

  it('is remembered when the failure is a decision on the request', async () => {
    const first = await idempotency.once(request('declined'), decline, { refusal });
    const second = await idempotency.once(request('declined'), decline, { refusal });
    expect(first).toEqual({ answer: declined, replayed: false });
    expect(second).toEqual({ answer: declined, replayed: true });
    expect(decline).toHaveBeenCalledTimes(1);
  });

  it('is not remembered otherwise, and leaves nothing behind', async () => {
    const before = await countParcels();
    const fail = async (tx: AppTx): Promise<StoredAnswer> => {
      await send(tx);
      throw new Error('boom');
    };
    await expect(idempotency.once(request('fault'), fail, { refusal })).rejects.toThrow('boom');
    expect(await countParcels()).toBe(before);
    const retry = await idempotency.once(request('fault'), send, { refusal });
    expect(retry.replayed).toBe(false);
  });

  it('is not remembered in place of the first answer when its key was reused', async () => {
    const everything = () => declined;
    const first = await idempotency.once(request('kept'), send);
    const reuse = idempotency.once(request('kept', { body: 5 }), send, { refusal: everything });
    await expect(reuse).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const again = await idempotency.once(request('kept'), send);
    expect(again).toEqual({ answer: first.answer, replayed: true });
  });
});

describe('a copy that arrives while the first request runs', () => {
  it('waits for the answer of the first request', async () => {
    const release = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const slow = idempotency.once(request('slow'), async (tx) => {
      started.resolve();
      await release.promise;
      return send(tx);
    });
    await started.promise;
    const twin = idempotency.once(request('slow'), send);
    release.resolve();
    expect(await twin).toEqual({ answer: (await slow).answer, replayed: true });
  });

  it('is refused when that takes too long', async () => {
    const hasty = new Idempotency(specimen.transactions, encryption, { waitMs: 60, leaseMs: 1 });
    const release = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const slow = hasty.once(request('too-slow'), async (tx) => {
      started.resolve();
      await release.promise;
      return send(tx);
    });
    await started.promise;
    await expect(hasty.once(request('too-slow'), send)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_REQUEST_IN_PROGRESS',
    });
    release.resolve();
    await slow;
  });

  it('takes over when the first request fails', async () => {
    const started = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const failing = idempotency.once(request('takeover'), async () => {
      started.resolve();
      await release.promise;
      throw new Error('first one fails');
    });
    await started.promise;
    const twin = idempotency.once(request('takeover'), send);
    release.resolve();
    await expect(failing).rejects.toThrow('first one fails');
    expect((await twin).replayed).toBe(false);
  });
});
