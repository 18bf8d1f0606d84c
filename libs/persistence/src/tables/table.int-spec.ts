import { jest } from '@jest/globals';
import { defineStateMachine, Lifecycle, type CustomerAppId, type Id } from '@towpath/kernel';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import { ConcurrentChange } from '../database/database-errors.js';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import { AppTx } from '../transactions/tx.js';
import { WriteBatch } from '../transactions/write-batch.js';
import { bigint, bytes, date, json, text, texts, time } from './column.js';
import { findTogether } from './find-together.js';
import { defineTable, type RowOf } from './table.js';

type ParcelId = Id<'Parcel'>;

const parcels = defineTable(
  'parcels',
  {
    customerAppId: text<CustomerAppId>(),
    parcelId: text<ParcelId>(),
    status: text<'OPEN' | 'SENT'>(),
    grams: bigint().named('weight').fixed(),
    labels: texts<'FRAGILE'>(),
    contents: json<{ packedAt: Date | null; items: number[] }>('packedAt').orNull(),
    seal: bytes().orNull(),
    deliverOn: date().orNull(),
    dueAt: time().orNull(),
    price: text().orNull().byDatabase(),
    sequence: bigint(),
  },
  { key: ['customerAppId', 'parcelId'], sequence: 'sequence' },
);
type Parcel = RowOf<typeof parcels>;

const machine = defineStateMachine<'OPEN' | 'SENT', 'open' | 'send', never>({
  name: 'parcel',
  states: ['OPEN', 'SENT'],
  commands: ['open', 'send'],
  refusal: 'INVALID_REQUEST',
  edges: [
    { from: null, command: 'open', to: 'OPEN', event: null, when: 'it is packed' },
    { from: 'OPEN', command: 'send', to: 'SENT', event: null, when: 'it is collected' },
  ],
});

let database: TestDatabase;
let specimen: Specimen;
beforeAll(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  specimen = await openSpecimen(database);
});
afterAll(async () => {
  await specimen?.close();
  await database?.drop();
});

const AT = new Date('2026-03-01T12:00:00.123Z');
const parcelOf = (parcelId: string, members: Partial<Parcel> = {}): Parcel => ({
  customerAppId: specimen.ours,
  parcelId: parcelId as ParcelId,
  status: 'OPEN',
  grams: Number.MAX_SAFE_INTEGER,
  labels: ['FRAGILE'],
  contents: { packedAt: AT, items: [1] },
  seal: Buffer.from([0, 255]),
  deliverOn: '2026-03-02',
  dueAt: AT,
  sequence: 1,
  ...members,
});
const write = (fill: (batch: WriteBatch) => void) =>
  specimen.transactions.forApp(specimen.ours, async (tx) => {
    const batch = new WriteBatch();
    fill(batch);
    tx.write(batch);
  });
const read = (parcelId: string) =>
  specimen.transactions.forApp(specimen.ours, (tx) =>
    parcels.find(tx, { parcelId: parcelId as ParcelId }),
  );

describe('a described table', () => {
  it('reads a row as it was written, with what the database adds', async () => {
    const parcel = parcelOf('whole');
    await write((batch) => parcels.insert(batch, parcel));
    expect(await read('whole')).toEqual({ ...parcel, price: null });
    expect(await read('unknown')).toBeNull();
  });

  it('updates what may change, and leaves a fixed column', async () => {
    const parcel = parcelOf('changed');
    await write((batch) => parcels.insert(batch, parcel));
    const other = { labels: [], contents: null, seal: null, deliverOn: null, dueAt: null };
    await write((batch) => parcels.update(batch, { ...parcel, ...other, grams: 1 }));
    expect(await read('changed')).toMatchObject({ ...other, grams: parcel.grams });
  });

  it('changes single columns, those of the database included, if the row has the values', async () => {
    const { customerAppId, parcelId } = parcelOf('single');
    await write((batch) => parcels.insert(batch, parcelOf('single')));
    const change = (sequence: number) =>
      write((batch) =>
        parcels.change(batch, { customerAppId, parcelId, sequence }, { price: '1.5' }),
      );
    await change(1);
    expect(await read('single')).toMatchObject({ status: 'OPEN', price: 1.5 });
    await expect(change(2)).rejects.toThrow(ConcurrentChange);
  });

  it('saves an aggregate only if nobody else has moved it since it was read', async () => {
    const lifecycle = new Lifecycle(machine, null);
    lifecycle.move('open', AT);
    const created = { snapshot: parcelOf('moved'), changes: lifecycle.changes };
    await write((batch) => parcels.save(batch, created));
    const send = () => {
      const again = new Lifecycle(machine, { status: 'OPEN', sequence: 1 });
      again.move('send', AT);
      const snapshot = parcelOf('moved', { status: 'SENT', sequence: again.sequence });
      return write((batch) => parcels.save(batch, { snapshot, changes: again.changes }));
    };
    await send();
    expect(await read('moved')).toMatchObject({ status: 'SENT', sequence: 2 });
    await expect(send()).rejects.toThrow(ConcurrentChange);
  });

  it('finds all rows of several IDs', async () => {
    await write((batch) => {
      parcels.insert(batch, parcelOf('one'));
      parcels.insert(batch, parcelOf('two'));
    });
    const ids = ['one', 'two', 'three'] as ParcelId[];
    const found = await specimen.transactions.forApp(specimen.ours, (tx) =>
      parcels.findAll(tx, ids),
    );
    expect(found.map(({ parcelId }) => parcelId).toSorted()).toEqual(['one', 'two']);
  });

  it('finds what several reads ask for in one statement, as each of them finds it', async () => {
    const parcel = parcelOf('together');
    await write((batch) => parcels.insert(batch, parcel));
    const lookup = (parcelId: string, only?: string) =>
      parcels.lookup({ parcelId: parcelId as ParcelId }, (row) => row, only);
    const lookups = [lookup('together'), lookup('unknown'), lookup('together', `weight = 1`)];
    const open = parcels.lookupAll({ status: 'OPEN' }, ({ parcelId }) => parcelId);
    const statements = jest.spyOn(AppTx.prototype, 'query');
    const [ids, ...found] = await specimen.transactions.forApp(specimen.ours, (tx) =>
      findTogether(tx, [open, ...lookups]),
    );
    expect(statements).toHaveBeenCalledTimes(1);
    statements.mockRestore();
    expect(found).toEqual([{ ...parcel, price: null }, null, null]);
    expect(ids).toContain('together');
    const ofOthers = await specimen.transactions.forApp(specimen.theirs, (tx) =>
      findTogether(tx, [open, ...lookups]),
    );
    expect(ofOthers).toEqual([[], null, null, null]);
  });

  it('refuses to read an integer that JSON would round', async () => {
    await write((batch) => parcels.insert(batch, parcelOf('wide')));
    await specimen.adminPool.query(
      `UPDATE parcels SET weight = 9007199254740993 WHERE parcel_id = 'wide'`,
    );
    await expect(read('wide')).rejects.toThrow(RangeError);
  });
});

/** What must not compile. */
export function refused(batch: WriteBatch, parcel: Parcel): void {
  const { grams, ...forgotten } = parcel;
  // @ts-expect-error a forgotten column
  parcels.insert(batch, forgotten);
  const surplus = { ...parcel, colour: grams };
  // @ts-expect-error a surplus column
  parcels.insert(batch, surplus);
  // @ts-expect-error a surplus column of an aggregate
  parcels.save(batch, { snapshot: surplus, changes: [] });
  // @ts-expect-error a value of another type
  parcels.insert(batch, { ...parcel, status: 'LOST' });
  const { customerAppId, parcelId } = parcel;
  // @ts-expect-error a column that only an insert writes
  parcels.change(batch, { customerAppId, parcelId }, { grams: 1 });
  // @ts-expect-error a part of the key
  parcels.change(batch, { parcelId }, { status: 'SENT' });
  // @ts-expect-error a column that no table has
  defineTable('parcels', { parcelId: text() }, { key: ['parcelID'] });
}
