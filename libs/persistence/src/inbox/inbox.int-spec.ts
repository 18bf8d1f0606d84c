import { newId, type EventId } from '@towpath/kernel';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import { openSpecimen, type Specimen } from '../specimen/specimen-database.js';
import { specimenMigrations } from '../specimen/specimen.migrations.js';
import type { AppTx } from '../transactions/tx.js';
import { Inbox } from './inbox.js';
import { byValues } from '../transactions/planned-statement.js';

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

describe('an event in the inbox', () => {
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

  it('can be recorded by a worker for an app that is not known yet', async () => {
    const event = { group: 'specimen', eventId: 'w', customerAppId: specimen.ours };
    expect(await specimen.transactions.asWorker((tx) => inbox.firstTime(tx, event))).toBe(true);
  });
});

describe('the position of an aggregate', () => {
  it('distinguishes new, stale and gap', async () => {
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

describe('an event and its position in one statement', () => {
  const at = (eventId: string, aggregateId: string, sequence: number) => ({
    ...{ group: 'specimen', eventId, customerAppId: specimen.ours },
    ...{ aggregate: 'parcel', aggregateId, sequence },
  });
  const receive = (...event: Parameters<typeof at>) =>
    inOurs((tx) => inbox.firstTimeAt(tx, at(...event)));
  const positionOf = async (aggregateId: string) => {
    const rows = await inOurs((tx) =>
      tx.query<{ sequence: number; row: string }>(
        byValues(
          'SELECT sequence, xmin::text AS row FROM aggregate_positions WHERE aggregate_id = $1',
        ),
        [aggregateId],
      ),
    );
    return rows[0];
  };

  it('are new, gap or stale, and null for an event that came before', async () => {
    expect(await receive('u-1', 'u', 1)).toBe('new');
    expect(await receive('u-3', 'u', 3)).toBe('gap');
    expect(await receive('u-2', 'u', 2)).toBe('stale');
    expect(await receive('u-3', 'u', 3)).toBeNull();
    expect(await receive('u-4', 'u', 4)).toBe('new');
  });

  it('stay unchanged when the event came before', async () => {
    await receive('v-1', 'v', 1);
    const before = await positionOf('v');
    expect(await receive('v-1', 'v', 2)).toBeNull();
    expect(await positionOf('v')).toEqual(before);
  });

  it('are both rolled back with the effect', async () => {
    const refused = specimen.transactions.forApp(specimen.ours, async (tx) => {
      expect(await inbox.firstTimeAt(tx, at('w-1', 'w', 1))).toBe('new');
      throw new Error('effect failed');
    });
    await expect(refused).rejects.toThrow('effect failed');
    expect(await positionOf('w')).toBeUndefined();
    expect(await receive('w-1', 'w', 1)).toBe('new');
  });

  it('are new to exactly one of many at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => receive('x-1', 'x', 1)));
    expect(answers.toSorted()).toEqual(['new', ...Array.from({ length: 7 }, () => null)]);
  });
});
