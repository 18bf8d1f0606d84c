import { dltTopic } from '@towpath/contracts';
import { DomainError, newId, type CustomerAppId } from '@towpath/kernel';
import { byValues, CommandRun, type WorkerTx } from '@towpath/persistence';
import { eventually } from '@towpath/testing';
import { EventProbe } from '../kafka/event-probe.js';
import type { OutgoingMessage } from '../outbox/outbox-row.js';
import { ParcelStage, type ParcelHandler } from '../specimen/parcel-stage.fixture.js';
import type { ParkedMessageId } from './parking-lot.js';

let stage: ParcelStage;
let poison: Set<string>;
const open = async () => {
  stage = await ParcelStage.open();
  poison = new Set();
};
const close = () => stage.close();

/** Records, but for parcels that are poison. */
const picky: ParcelHandler = async (payload, context) => {
  await stage.record(payload, context);
  if (!poison.has(payload.parcel_id)) return;
  throw new DomainError('INVALID_REQUEST', `no ${payload.parcel_id} today`);
};

const handled = (parcel: string, steps: readonly number[]) =>
  eventually(async () => String(await stage.effects(parcel)) === String(steps), {
    deadlineMs: 20_000,
    describe: async () => `${parcel} at ${steps}, it is at ${await stage.effects(parcel)}`,
  });
const waiting = async () => (await stage.parked.list()).map(({ key, reason }) => [key, reason]);
/** All tries are over for them: they wait for somebody. */
const parkedCount = (count: number) =>
  eventually(async () => String(await counts()) === String([count, count]), {
    deadlineMs: 20_000,
    describe: async () => `${count} parked, now ${JSON.stringify(await waiting())}`,
  });
const counts = () =>
  Promise.all([stage.parked.count(), stage.parked.count(undefined, { resting: true })]);
const firstId = async () => (await stage.parked.list())[0]?.id as ParkedMessageId;

describe('a message that keeps failing', () => {
  beforeEach(open);
  afterEach(close);

  it('is parked with the later ones of its key, others pass, and a replay restores the order', async () => {
    poison.add('bad');
    stage.consumer(picky).start();
    await stage.publish(
      stage.message('good', 1),
      stage.message('bad', 1),
      stage.message('bad', 2),
      stage.message('good', 2),
    );
    await handled('good', [1, 2]);
    await parkedCount(2);
    await stage.publish(stage.message('bad', 3), stage.message('good', 3));
    await handled('good', [1, 2, 3]);
    await parkedCount(3);
    expect(await waiting()).toEqual([
      ['bad', 'REFUSED'],
      ['bad', 'FOLLOWER'],
      ['bad', 'FOLLOWER'],
    ]);
    expect(await stage.effects('bad')).toEqual([]);

    poison.clear();
    expect(await stage.parked.requestReplay({ id: await firstId() })).toBe(3);
    await handled('bad', [1, 2, 3]);
    await parkedCount(0);
    await stage.publish(stage.message('bad', 4));
    await handled('bad', [1, 2, 3, 4]);
    expect(await waiting()).toEqual([]);
  }, 60_000);

  it('is shown with its cause in the database and on the dead-letter topic', async () => {
    poison.add('bad');
    stage.consumer(picky).start();
    const topic = dltTopic(stage.events.topic, stage.group);
    const brokers = [stage.brokers];
    const probe = await EventProbe.start({ brokers, topics: [topic], from: 'beginning' });
    await stage.publish(stage.message('bad', 1), stage.message('bad', 2));
    const letters = await probe.waitFor(() => true, { count: 2, deadlineMs: 20_000 });
    await probe.stop();
    expect(letters.map(({ key, headers }) => [key, headers['dlt_reason']])).toEqual([
      ['bad', 'REFUSED'],
      ['bad', 'FOLLOWER'],
    ]);
    expect(letters[0]?.headers).toMatchObject({
      ce_type: 'parcel.moved',
      dlt_topic: stage.events.topic,
      dlt_group: stage.group,
      dlt_error: 'DomainError: INVALID_REQUEST: no bad today',
    });
    const shown = await stage.parked.show(await firstId());
    expect(shown).toMatchObject({
      topic: stage.events.topic,
      key: 'bad',
      customerAppId: stage.app,
      eventName: 'parcel.moved',
      reason: 'REFUSED',
      error: 'DomainError: INVALID_REQUEST: no bad today',
      attempts: 5,
      settledAt: null,
    });
    expect(JSON.parse(shown?.value ?? '')).toMatchObject({ parcel_id: 'bad', step: 1 });
  }, 60_000);

  it('stays parked, with its followers, when the replay fails too', async () => {
    poison.add('bad');
    stage.consumer(picky).start();
    await stage.publish(stage.message('bad', 1), stage.message('bad', 2));
    await parkedCount(2);
    await stage.parked.requestReplay('all');
    await eventually(async () => (await stage.parked.show(await firstId()))?.attempts === 6);
    const states = (await stage.parked.list()).map(({ replayRequestedAt }) => replayRequestedAt);
    expect(states).toEqual([null, null]);
    poison.clear();
    await stage.parked.requestReplay({ topic: stage.events.topic, key: 'bad' });
    await handled('bad', [1, 2]);
  }, 60_000);

  it('is found by a process that starts later', async () => {
    poison.add('bad');
    const first = stage.consumer(picky);
    first.start();
    await stage.publish(stage.message('bad', 1));
    await parkedCount(1);
    await first.stop();
    poison.clear();
    stage.consumer(picky).start();
    await stage.publish(stage.message('bad', 2), stage.message('good', 1));
    await handled('good', [1]);
    await parkedCount(2);
    expect(await stage.effects('bad')).toEqual([]);
  }, 60_000);
});

describe('a replay of parked messages while others arrive', () => {
  beforeEach(open);
  afterEach(close);

  it('keeps the order of messages', async () => {
    poison.add('bad');
    stage.consumer(picky).start();
    const last = 120;
    await stage.publish(stage.message('bad', 1));
    await parkedCount(1);
    for (let step = 2; step <= last; step += 1) {
      await stage.publish(stage.message('bad', step));
      if (step !== 60) continue;
      poison.clear();
      await stage.parked.requestReplay('all');
    }
    const all = Array.from({ length: last }, (_, index) => index + 1);
    await handled('bad', all);
    await parkedCount(0);
  }, 60_000);
});

describe('a message that arrives for a queue that is ending', () => {
  beforeEach(open);
  afterEach(close);

  it('waits for the end of the queue and is then handled', async () => {
    poison.add('bad');
    stage.consumer(picky).start();
    await stage.publish(stage.message('bad', 1));
    await parkedCount(1);
    poison.clear();
    const id = await firstId();
    await stage.transactions.asWorker(async (tx) => {
      const end = `UPDATE parked_messages SET replayed_at = now() WHERE parked_message_id = $1`;
      await tx.query(byValues(end), [id]);
      await stage.publish(stage.message('bad', 2));
      await eventually(() => someoneWaitsForALock(tx), { deadlineMs: 10_000 });
    });
    await handled('bad', [2]);
    await parkedCount(0);
  }, 40_000);
});

async function someoneWaitsForALock(tx: WorkerTx): Promise<boolean> {
  const rows = await tx.query(
    byValues(`SELECT 1 AS waits FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE datname = current_database() AND NOT granted`),
  );
  return rows.length > 0;
}

const audited = () =>
  stage.transactions.asWorker((tx) =>
    tx.query(
      byValues(`SELECT operation, resource_id AS id, reason, subject AS by FROM audit_entries
        ORDER BY audit_entry_id`),
    ),
  );

describe('a discarded message', () => {
  beforeEach(open);
  afterEach(close);

  it('leaves the queue without effect, even when it is delivered again', async () => {
    poison.add('bad');
    stage.consumer(picky).start();
    const message = stage.message('bad', 1);
    await stage.publish(message, stage.message('bad', 2));
    await parkedCount(2);
    const id = await firstId();
    const run = new CommandRun('dlt discard');
    expect(await stage.parked.discard(id, { reason: 'agreed with the owner', run })).toBe(true);
    expect(await stage.parked.discard(id, { reason: 'again', run })).toBe(false);
    poison.clear();
    const rest = await firstId();
    await stage.parked.requestReplay('all', new CommandRun('dlt replay'));
    expect(await audited()).toEqual([
      { operation: 'dlt discard', id, reason: 'agreed with the owner', by: run.claim.subject },
      { operation: 'dlt replay', id: rest, reason: null, by: run.claim.subject },
    ]);
    await handled('bad', [2]);
    await stage.publish(message, stage.message('bad', 3));
    await handled('bad', [2, 3]);
    expect(await stage.parked.show(id)).toMatchObject({
      reason: 'DISCARDED',
      error: 'agreed with the owner; parked as REFUSED: DomainError: INVALID_REQUEST: no bad today',
    });
  }, 60_000);
});

type Change = Partial<Pick<OutgoingMessage, 'key' | 'value' | 'headers'>>;

describe('a message that can never be handled', () => {
  let tries = 0;
  let pairs = 0;
  beforeAll(async () => {
    await open();
    const counting: ParcelHandler = async (payload, context) => {
      tries += 1;
      await stage.record(payload, context);
    };
    stage.consumer(counting).start();
  });
  afterAll(close);

  it.each<[string, Change, string]>([
    [
      'breaks the rules of its payload',
      { value: '{"customer_app_id":"x","step":"1"}' },
      'INVALID_PAYLOAD',
    ],
    ['is not JSON', { value: 'not json' }, 'UNREADABLE'],
    ['is no object', { value: '[1]' }, 'UNREADABLE'],
    [
      'has an unknown type',
      { headers: { ce_type: 'parcel.eaten', ce_dataschema: 'urn:towpath:event:parcel.eaten:v1' } },
      'UNKNOWN_EVENT',
    ],
    [
      'has an unknown version',
      { headers: { ce_dataschema: 'urn:towpath:event:parcel.moved:v2' } },
      'UNKNOWN_EVENT',
    ],
    ['lacks its identity', { headers: { ce_id: '' } }, 'UNREADABLE'],
    [
      'names another customer app in its headers',
      { headers: { customerappid: newId<CustomerAppId>(new Date(0)) } },
      'INVALID_PAYLOAD',
    ],
    ['names another aggregate in its key', { key: 'other' }, 'INVALID_PAYLOAD'],
    [
      'holds what a database cannot',
      { key: 'p\0', headers: { note: '\0' }, value: '\0' },
      'UNREADABLE',
    ],
  ])(
    'is parked without another try, because it %s',
    async (what, change, reason) => {
      tries = 0;
      pairs += 1;
      const [bad, good] = [`bad-${pairs}`, `good-${pairs}`];
      const headers = { ...change.headers, test: what };
      await stage.publish(stage.message(bad, 1, { ...change, headers }), stage.message(good, 1));
      await handled(good, [1]);
      const [parked] = await eventually(async () => {
        const all = await stage.parked.list();
        const found = all.filter(({ headers }) => headers['test'] === what);
        return found.length > 0 && found;
      });
      expect(parked?.reason).toBe(reason);
      expect(tries).toBe(1);
    },
    40_000,
  );

  it('is not parked when no handler of the service uses its type', async () => {
    const before = await stage.parked.count();
    const { name } = stage.events.lost;
    const headers = { ce_type: name, ce_dataschema: `urn:towpath:event:${name}:v1` };
    await stage.publish(stage.message('p', 1, { headers, value: '{}' }), stage.message('p', 2));
    await handled('p', [2]);
    expect(await stage.parked.count()).toBe(before);
  }, 40_000);
});
