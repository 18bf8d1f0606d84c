import { jest } from '@jest/globals';
import type { CustomerAppId } from '@towpath/kernel';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import { openSpecimen, parcelSent, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import { PgTransactions } from './pg-transactions.js';
import { WriteBatch, type Row } from './write-batch.js';
import { byValues } from './planned-statement.js';

let database: TestDatabase;
let specimen: Specimen;
let ours: CustomerAppId;

beforeAll(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  specimen = await openSpecimen(database);
  ours = specimen.ours;
});
afterAll(async () => {
  await specimen?.close();
  await database?.drop();
});

const write = (batch: WriteBatch) =>
  specimen.transactions.forApp(ours, async (tx) => tx.write(batch));
const parcel = (id: string, more: Row = {}) => ({
  customer_app_id: ours,
  parcel_id: id,
  status: 'OPEN',
  ...more,
});
const history = (id: string, sequence: number) => ({
  customer_app_id: ours,
  parcel_id: id,
  sequence,
  status: 'OPEN',
});
const sent = (id: string, sequence: number) => ({
  payload: { parcel_id: id, status: 'SENT' },
  sequence,
  customerAppId: ours,
});
const admin = async <R extends object>(sql: string, params: unknown[] = []) =>
  (await specimen.adminPool.query<R>(sql, params)).rows;
const countOf = async (table: 'parcels' | 'parcel_history', id: string) =>
  (await admin(`SELECT 1 FROM ${table} WHERE parcel_id = $1`, [id])).length;
const eventsOf = (id: string) =>
  admin<{ sequence: number; position: number }>(
    'SELECT * FROM outbox WHERE message_key = $1 ORDER BY position',
    [id],
  );

describe('a write batch', () => {
  it('writes rows, their children and their events together', async () => {
    const batch = new WriteBatch()
      .insert('parcels', parcel('whole'))
      .insert('parcel_history', [history('whole', 1), history('whole', 2)]);
    batch.publish(parcelSent, sent('whole', 1));
    batch.publish(parcelSent, sent('whole', 2));
    await write(batch);
    expect(await countOf('parcels', 'whole')).toBe(1);
    expect(await countOf('parcel_history', 'whole')).toBe(2);
    expect((await eventsOf('whole')).map((event) => event.sequence)).toEqual([1, 2]);
  });

  it('writes nothing when one part is refused', async () => {
    const batch = new WriteBatch()
      .insert('parcels', parcel('torn'))
      .insert('parcel_history', [history('torn', 1), history('torn', 1)]);
    batch.publish(parcelSent, sent('torn', 1));
    await expect(write(batch)).rejects.toMatchObject({ constraint: 'parcel_history_pkey' });
    expect(await countOf('parcels', 'torn')).toBe(0);
    expect(await eventsOf('torn')).toEqual([]);
  });

  it('rolls its events back with the transaction', async () => {
    const batch = new WriteBatch();
    batch.publish(parcelSent, sent('rolled-back', 1));
    const failing = specimen.transactions.forApp(ours, async (tx) => {
      tx.write(batch);
      throw new Error('after the write');
    });
    await expect(failing).rejects.toThrow('after the write');
    expect(await eventsOf('rolled-back')).toEqual([]);
  });

  it('is one statement', async () => {
    const commands: number[] = [];
    await specimen.transactions.forApp(ours, async (tx) => {
      const batch = new WriteBatch()
        .insert('parcels', [parcel('one-a'), parcel('one-b', { weight: 3 })])
        .insert('parcel_history', history('one-a', 1));
      batch.publish(parcelSent, sent('one-a', 1));
      tx.write(batch);
      const rows = await tx.query<{ command: number }>(
        byValues(`SELECT cmin::text::int AS command FROM parcels
         WHERE parcel_id LIKE 'one-%' UNION ALL SELECT cmin::text::int FROM parcel_history
         WHERE parcel_id = 'one-a' UNION ALL SELECT cmin::text::int FROM outbox
         WHERE message_key = 'one-a'`),
      );
      commands.push(...rows.map(({ command }) => command));
    });
    expect(commands).toEqual([0, 0, 0, 0]);
  });

  it('does nothing when it is empty', async () => {
    await expect(write(new WriteBatch().insert('parcels', []))).resolves.toBeUndefined();
  });
});

describe('the values of a write batch', () => {
  it('are read back as they were written', async () => {
    const values = {
      weight: Number.MAX_SAFE_INTEGER,
      labels: ['a"b', 'c,d', 'ü'],
      contents: { nested: [1, null, 'x'], at: 'plain' },
      seal: Buffer.from([0, 1, 254, 255]),
      deliver_on: '2026-02-28',
      price: '12345678.9010',
      due_at: new Date('2026-01-02T03:04:05.678Z'),
    };
    await write(new WriteBatch().insert('parcels', parcel('values', values)));
    const [row] = await specimen.transactions.forApp(ours, (tx) =>
      tx.query(byValues(`SELECT * FROM parcels WHERE parcel_id = 'values'`)),
    );
    expect(row).toMatchObject(values);
  });

  it.each([
    ['an array', [1, 'two', null]],
    ['text', 'plain'],
    ['a number', 5],
  ])('keep %s in a jsonb column', async (kind, contents) => {
    await write(new WriteBatch().insert('parcels', parcel(`json ${kind}`, { contents })));
    const [row] = await specimen.transactions.forApp(ours, (tx) =>
      tx.query(byValues(`SELECT contents FROM parcels WHERE parcel_id = $1`), [`json ${kind}`]),
    );
    expect(row).toEqual({ contents });
  });

  it('leave absent columns to their default, and write null where null is given', async () => {
    const rows = [parcel('default'), parcel('null', { contents: null, seal: undefined })];
    await write(new WriteBatch().insert('parcels', rows));
    const found = await admin(
      `SELECT labels, contents, seal FROM parcels WHERE parcel_id IN ('default', 'null')`,
    );
    expect(found).toEqual([
      { labels: [], contents: null, seal: null },
      { labels: [], contents: null, seal: null },
    ]);
  });

  it('are refused on reading when a number would be rounded', async () => {
    const reading = specimen.transactions.forApp(ours, (tx) =>
      tx.query(byValues('SELECT 9007199254740993::bigint AS n')),
    );
    await expect(reading).rejects.toThrow('too large');
  });
});

describe('an update in a write batch', () => {
  beforeAll(() =>
    write(new WriteBatch().insert('parcels', [parcel('u1'), parcel('u2'), parcel('u3')])),
  );

  it('changes the row of its key', async () => {
    const changes = { status: 'SENT', labels: ['x'], due_at: new Date(0) };
    const key = { customer_app_id: ours, parcel_id: 'u1', status: 'OPEN', contents: null };
    await write(new WriteBatch().update('parcels', key, changes));
    expect(
      await admin(`SELECT status, labels, due_at FROM parcels WHERE parcel_id = 'u1'`),
    ).toEqual([changes]);
  });

  it.each([
    ['no row', { parcel_id: 'unknown' }],
    ['a row in another state', { parcel_id: 'u2', status: 'LOST' }],
    ['a row of another app', { customer_app_id: 'theirs', parcel_id: 'u2' }],
    ['two rows', { status: 'OPEN', weight: 0 }],
  ])('which meets %s fails, and with it the rest of the batch', async (_kind, key) => {
    const batch = new WriteBatch()
      .insert('parcels', parcel(`beside ${_kind}`))
      .update('parcels', key, { weight: 9 });
    batch.publish(parcelSent, sent(`beside ${_kind}`, 1));
    await expect(write(batch)).rejects.toThrow('did not meet exactly one row');
    expect(await countOf('parcels', `beside ${_kind}`)).toBe(0);
    expect(await eventsOf(`beside ${_kind}`)).toEqual([]);
    expect(await admin('SELECT 1 FROM parcels WHERE weight = 9')).toEqual([]);
  });

  it('is refused before anything is sent when it names a row twice', () => {
    const batch = new WriteBatch().update('parcels', { parcel_id: 'u3', weight: 0 }, { weight: 1 });
    expect(() => batch.update('parcels', { weight: 0, parcel_id: 'u3' }, { weight: 2 })).toThrow(
      'updated twice',
    );
  });

  it('is refused without key or changes', () => {
    expect(() => new WriteBatch().update('parcels', {}, { weight: 1 })).toThrow(TypeError);
    expect(() => new WriteBatch().update('parcels', { parcel_id: 'x' }, {})).toThrow(TypeError);
  });
});

describe('an event in a write batch', () => {
  it('carries its definition, the app clock and the request that caused it', async () => {
    const origin = () => ({ traceparent: '00-trace', requestId: 'request-1' });
    const { appPool, workerPool } = specimen;
    const onPublished = jest.fn();
    const traced = new PgTransactions({ appPool, workerPool, origin, onPublished });
    const batch = new WriteBatch();
    const eventId = batch.publish(parcelSent, sent('event', 1));
    let now: Date | undefined;
    await traced.forApp(ours, async (tx) => {
      tx.write(batch);
      await tx.begun;
      now = tx.now;
      expect(onPublished).not.toHaveBeenCalled();
    });
    expect(onPublished).toHaveBeenCalledTimes(1);
    expect(await eventsOf('event')).toEqual([
      expect.objectContaining({
        event_id: eventId,
        customer_app_id: ours,
        topic: parcelSent.topic,
        event_name: 'parcel.sent',
        event_version: 1,
        sequence: 1,
        payload: { parcel_id: 'event', status: 'SENT' },
        traceparent: '00-trace',
        request_id: 'request-1',
        occurred_at: now,
        published_at: null,
      }),
    ]);
  });

  it('is refused with a field that its class does not list', () => {
    const leaky = { parcel_id: 'leak', status: 'SENT', recipient_name: 'Ann' };
    expect(() =>
      new WriteBatch().publish(parcelSent, { payload: leaky, sequence: 1, customerAppId: ours }),
    ).toThrow('does not list the field "recipient_name"');
  });

  it('is refused when it is of another app', async () => {
    const batch = new WriteBatch();
    batch.publish(parcelSent, { ...sent('foreign', 1), customerAppId: specimen.theirs });
    await expect(write(batch)).rejects.toThrow('row-level security');
  });

  it('cannot use a sequence twice, nor one below 1', async () => {
    const publish = async () => {
      const batch = new WriteBatch();
      batch.publish(parcelSent, sent('twice', 1));
      await write(batch);
    };
    await publish();
    await expect(publish()).rejects.toMatchObject({ constraint: 'outbox_sequence_key' });
    expect(() => new WriteBatch().publish(parcelSent, sent('zero', 0))).toThrow(RangeError);
  });
});
