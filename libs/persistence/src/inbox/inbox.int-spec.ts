import { newId, type EventId } from '@towpath/kernel';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import type { AppTx } from '../transactions/tx.js';
import { Inbox } from './inbox.js';

let database: TestDatabase;
let specimen: Specimen;
const inbox = new Inbox();

beforeAll(async () => {
  database = await testDatabase('specimen', specimenMigrations);
  specimen = await openSpecimen(database);
});
afterAll(async () => {
  await specimen?.close();
  await database?.drop();
});

const inOurs = <T>(work: (tx: AppTx) => Promise<T>) =>
  specimen.transactions.forApp(specimen.ours, work);
const received = (eventId: string, group = 'specimen') =>
  inOurs((tx) => inbox.firstTime(tx, { group, eventId, customerAppId: specimen.ours }));
const accept = (aggregateId: string, sequence: number, group = 'specimen') =>
  inOurs((tx) =>
    inbox.accept(tx, {
      group,
      aggregate: 'parcel',
      aggregateId,
      customerAppId: specimen.ours,
      sequence,
    }),
  );

describe('an event', () => {
  it('is new once per group', async () => {
    const eventId = newId<EventId>(new Date());
    expect(await received(eventId)).toBe(true);
    expect(await received(eventId)).toBe(false);
    expect(await received(eventId, 'another-group')).toBe(true);
  });

  it('is new again when its effect was rolled back', async () => {
    const eventId = newId<EventId>(new Date());
    const failing = inOurs(async (tx) => {
      const event = { group: 'specimen', eventId, customerAppId: specimen.ours };
      expect(await inbox.firstTime(tx, event)).toBe(true);
      throw new Error('effect failed');
    });
    await expect(failing).rejects.toThrow('effect failed');
    expect(await received(eventId)).toBe(true);
  });

  it('is new to exactly one of many at the same time', async () => {
    const eventId = newId<EventId>(new Date());
    const answers = await Promise.all(Array.from({ length: 16 }, () => received(eventId)));
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  it('can be taken by a worker, for an app that is not known yet', async () => {
    const event = { group: 'specimen', eventId: 'w', customerAppId: specimen.ours };
    expect(await specimen.transactions.asWorker((tx) => inbox.firstTime(tx, event))).toBe(true);
  });
});

describe('the position of an aggregate', () => {
  it('tells new, stale and gap', async () => {
    expect(await accept('p', 1)).toBe('new');
    expect(await accept('p', 2)).toBe('new');
    expect(await accept('p', 2)).toBe('stale');
    expect(await accept('p', 1)).toBe('stale');
    expect(await accept('p', 5)).toBe('gap');
    expect(await accept('p', 4)).toBe('stale');
    expect(await accept('p', 6)).toBe('new');
  });

  it('counts per group and aggregate', async () => {
    expect(await accept('q', 1)).toBe('new');
    expect(await accept('q', 1, 'another-group')).toBe('new');
    expect(await accept('r', 2)).toBe('gap');
  });

  it('stays when a gap is refused, so that the missing event is still new', async () => {
    await accept('s', 1);
    const refused = inOurs(async (tx) => {
      const event = { group: 'specimen', aggregate: 'parcel', customerAppId: specimen.ours };
      expect(await inbox.accept(tx, { ...event, aggregateId: 's', sequence: 3 })).toBe('gap');
      throw new Error('parked');
    });
    await expect(refused).rejects.toThrow('parked');
    expect(await accept('s', 2)).toBe('new');
    expect(await accept('s', 3)).toBe('new');
  });

  it('is new to exactly one of many at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept('t', 1)));
    expect(answers.filter((answer) => answer === 'new')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'stale')).toHaveLength(7);
  });
});
