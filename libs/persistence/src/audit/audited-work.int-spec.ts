import { newId, type CustomerAppId } from '@towpath/kernel';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import { byValues } from '../transactions/planned-statement.js';
import type { AppTx } from '../transactions/tx.js';
import { auditedWork } from './audited-work.js';

const BY = { subject: 'local:ada', role: 'operator', session: 'S1' } as const;
const INSERT = byValues(`INSERT INTO parcels (customer_app_id, parcel_id, status)
  VALUES ($1, $2, 'OPEN')`);
const SENT = byValues(`UPDATE parcels SET status = 'SENT'
  WHERE customer_app_id = $1 AND parcel_id = $2`);
const READ = byValues('SELECT parcel_id FROM parcels WHERE customer_app_id = $1 FOR UPDATE');

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
let ours: CustomerAppId;
let theirs: CustomerAppId;
beforeEach(async () => {
  ours = await specimen.addApp();
  theirs = await specimen.addApp();
});

const act = (work: () => Promise<unknown>, id = 'P1') => {
  const db = specimen.transactions;
  const deed = { act: 'ACTION', operation: 'send_parcel', customerAppId: ours, id } as const;
  return auditedWork({ by: BY, deed, db }, work);
};
const inApp = <T>(app: CustomerAppId, work: (tx: AppTx) => Promise<T>): Promise<T> =>
  specimen.transactions.forApp(app, work);
const add = (app: CustomerAppId, id: string) => inApp(app, (tx) => tx.query(INSERT, [app, id]));

/** Transactions that wrote the rows, oldest row first. */
async function writersOf(table: 'audit_entries' | 'parcels', app = ours): Promise<string[]> {
  const order = table === 'parcels' ? 'parcel_id' : 'audit_entry_id';
  const sql = `SELECT xmin::text AS xmin FROM ${table} WHERE customer_app_id = $1 ORDER BY ${order}`;
  const { rows } = await specimen.adminPool.query<{ xmin: string }>(sql, [app]);
  return rows.map(({ xmin }) => xmin);
}

it('an action and its entry are in one transaction', async () => {
  await act(() => add(ours, 'P1'));
  const [entry, ...others] = await writersOf('audit_entries');
  expect([[entry], others]).toEqual([await writersOf('parcels'), []]);
});

it('an action that fails leaves neither its effect nor its entry', async () => {
  const failing = act(() =>
    inApp(ours, async (tx) => {
      await tx.query(INSERT, [ours, 'P1']);
      throw new Error('refused');
    }),
  );
  await expect(failing).rejects.toThrow('refused');
  expect([await writersOf('parcels'), await writersOf('audit_entries')]).toEqual([[], []]);
});

it('an entry that cannot be written takes the effect with it', async () => {
  const id = '\0 is no text';
  await expect(act(() => add(ours, 'P1'), id)).rejects.toThrow();
  expect([await writersOf('parcels'), await writersOf('audit_entries')]).toEqual([[], []]);
});

it('reads and later transactions of an action have no entry', async () => {
  await act(async () => {
    await inApp(ours, (tx) => tx.query(READ, [ours]));
    await add(ours, 'P1');
    await add(ours, 'P2');
    await specimen.transactions.asWorker((tx) => tx.query(SENT, [theirs, 'P3']));
  });
  const [first, second] = await writersOf('parcels');
  expect([await writersOf('audit_entries'), first === second]).toEqual([[first], false]);
});

it('a transaction that is tried again after a deadlock has one entry', async () => {
  await add(ours, 'P1');
  await add(ours, 'P2');
  const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let tries = 0;
  const crossing = (index: 0 | 1) => {
    const [first, second] = index === 0 ? ['P1', 'P2'] : ['P2', 'P1'];
    return act(() =>
      inApp(ours, async (tx) => {
        tries += 1;
        await tx.query(SENT, [ours, first]);
        arrived[index].resolve();
        await arrived[1 - index]?.promise;
        await tx.query(SENT, [ours, second]);
      }),
    );
  };
  await Promise.all([crossing(0), crossing(1)]);
  const entries = await writersOf('audit_entries');
  expect([tries, entries.length, new Set(entries).size]).toEqual([3, 2, 2]);
});

it('the transaction of another app has no entry of this one', async () => {
  await act(async () => {
    await add(theirs, 'P1');
    await add(ours, 'P1');
  });
  expect(await writersOf('audit_entries')).toEqual(await writersOf('parcels'));
  expect(await writersOf('audit_entries', theirs)).toEqual([]);
});

it.each([
  ['reads only', () => inApp(ours, (tx) => tx.query(READ, [ours]))],
  ['writes for another app only', () => add(theirs, newId(new Date()))],
])('an action that %s has an entry all the same', async (_what, work) => {
  await act(work);
  expect(await writersOf('audit_entries')).toHaveLength(1);
  expect(await writersOf('audit_entries', theirs)).toEqual([]);
});

it('work outside of an action has no entry', async () => {
  await Promise.all([act(() => add(ours, 'P1'), 'P1'), add(ours, 'P2')]);
  expect(await writersOf('audit_entries')).toHaveLength(1);
});
