import { newId, type CustomerAppId } from '@towpath/kernel';
import { eventually, testDatabase, type TestDatabase } from '@towpath/testing';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import { UnknownCustomerApp } from '../transactions/tx.js';
import type { CustomerAppChange, CustomerAppView } from './customer-app-view.js';
import { CustomerAppViews, DatabaseClock } from './customer-app-views.js';

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

const viewOf = (change: Partial<CustomerAppView> = {}): CustomerAppView => ({
  customerAppId: newId<CustomerAppId>(new Date()),
  name: 'Shop',
  appType: 'TEST',
  status: 'ACTIVE',
  credentialGeneration: 1,
  clockOffsetMs: 0,
  clockFrozenAt: null,
  settings: { redirect_uris: ['https://shop.example'] },
  sequence: 3,
  ...change,
});
const upsert = (view: CustomerAppView) =>
  specimen.transactions.asWorker((tx) => specimen.views.upsert(tx, view));
const fresh = (app: CustomerAppId) => new CustomerAppViews(specimen.appPool).get(app);

describe('the view of a customer app', () => {
  it('holds the state of the last event', async () => {
    const view = viewOf({ clockOffsetMs: 5, clockFrozenAt: new Date('2030-01-01T00:00:00Z') });
    expect(await upsert(view)).toBe(true);
    expect(await fresh(view.customerAppId)).toEqual(view);
    const later = { ...view, status: 'DISABLED', credentialGeneration: 2, sequence: 4 };
    expect(await upsert(later)).toBe(true);
    expect(await fresh(view.customerAppId)).toEqual(later);
  });

  it('ignores older events, and takes name and settings of the same state', async () => {
    const view = viewOf();
    await upsert(view);
    expect(await upsert({ ...view, name: 'Older', sequence: 2 })).toBe(false);
    const same = { ...view, name: 'Same', settings: {} };
    expect(await upsert(same)).toBe(true);
    expect(await fresh(view.customerAppId)).toEqual(same);
  });

  it('keeps members that an event does not carry', async () => {
    const { name, settings, ...change } = viewOf();
    const follow = (next: CustomerAppChange) =>
      specimen.transactions.asWorker((tx) => specimen.views.follow(tx, next));
    expect(await follow(change)).toBe(false);
    await upsert({ ...change, name, settings });
    const disabled = { ...change, status: 'DISABLED', clockOffsetMs: 7, sequence: 4 };
    expect(await follow(disabled)).toBe(true);
    expect(await follow({ ...change, sequence: 4 })).toBe(false);
    expect(await fresh(change.customerAppId)).toEqual({ ...disabled, name, settings });
    const live = { ...disabled, appType: 'LIVE' as const, sequence: 5 };
    expect(await follow(live)).toBe(true);
    expect(await fresh(change.customerAppId)).toMatchObject({ appType: 'LIVE', clockOffsetMs: 0 });
  });

  it('is undefined for an unknown app and for a text that is not an ID', async () => {
    expect(await fresh(newId<CustomerAppId>(new Date()))).toBeUndefined();
    expect(await fresh(`'; DROP TABLE parcels; --` as CustomerAppId)).toBeUndefined();
  });

  it('is cached for a second, and reloaded at once by the process that changes it', async () => {
    const view = viewOf();
    await upsert(view);
    const elsewhere = new CustomerAppViews(specimen.appPool);
    await elsewhere.get(view.customerAppId);
    await specimen.views.get(view.customerAppId);
    await upsert({ ...view, name: 'Renamed', sequence: 4 });
    expect((await specimen.views.get(view.customerAppId))?.name).toBe('Renamed');
    expect((await elsewhere.get(view.customerAppId))?.name).toBe('Shop');
    const seen = async () => (await elsewhere.get(view.customerAppId))?.name === 'Renamed';
    await eventually(seen, { deadlineMs: 3_000 });
  });

  it('is not cached after a failed read', async () => {
    const view = viewOf();
    await upsert(view);
    let broken = true;
    const pool = {
      query: (sql: string) =>
        broken ? Promise.reject(new Error('gone')) : specimen.appPool.query(sql),
    } as unknown as typeof specimen.appPool;
    const views = new CustomerAppViews(pool);
    await expect(views.get(view.customerAppId)).rejects.toThrow('gone');
    broken = false;
    expect(await views.get(view.customerAppId)).toEqual(view);
  });
});

describe('the clock of a customer app', () => {
  const setClock = (app: CustomerAppId, clock: { offsetMs: number; sequence?: number }) =>
    specimen.transactions.forApp(app, (tx) =>
      specimen.views.setClock(tx, app, { frozenAt: null, ...clock }),
    );

  it('may be set ahead of its event, which then does not turn it back', async () => {
    const view = viewOf();
    await upsert(view);
    expect(await setClock(view.customerAppId, { offsetMs: 9_000, sequence: 5 })).toBe(true);
    await upsert({ ...view, clockOffsetMs: 1_000, sequence: 4 });
    expect((await fresh(view.customerAppId))?.clockOffsetMs).toBe(9_000);
    await upsert({ ...view, clockOffsetMs: 9_000, sequence: 5 });
    await upsert({ ...view, clockOffsetMs: 12_000, sequence: 6 });
    expect((await fresh(view.customerAppId))?.clockOffsetMs).toBe(12_000);
  });

  it('is never moved for a live app', async () => {
    const view = viewOf({ appType: 'LIVE', clockOffsetMs: 77, clockFrozenAt: new Date(0) });
    await upsert(view);
    expect(await setClock(view.customerAppId, { offsetMs: 9_000 })).toBe(false);
    const stored = await fresh(view.customerAppId);
    expect(stored).toMatchObject({ clockOffsetMs: 0, clockFrozenAt: null });
    const byForce = specimen.adminPool.query(
      'UPDATE customer_app_views SET clock_offset_ms = 1 WHERE customer_app_id = $1',
      [view.customerAppId],
    );
    await expect(byForce).rejects.toMatchObject({
      constraint: 'customer_app_views_live_clock_check',
    });
  });

  it('can also be read outside a transaction', async () => {
    const clock = new DatabaseClock(specimen.views);
    const view = viewOf({ clockOffsetMs: 86_400_000 });
    await upsert(view);
    const ahead = (await clock.now(view.customerAppId)).getTime() - clock.system().getTime();
    expect(Math.round(ahead / 1_000)).toBe(86_400);
    const frozen = viewOf({ clockFrozenAt: new Date('2030-01-01T00:00:00Z') });
    await upsert(frozen);
    expect(await clock.now(frozen.customerAppId)).toEqual(frozen.clockFrozenAt);
    const unknown = clock.now(newId<CustomerAppId>(new Date()));
    await expect(unknown).rejects.toThrow(UnknownCustomerApp);
  });
});
