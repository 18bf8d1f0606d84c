import { dltTopic } from '@towpath/contracts';
import { DomainError } from '@towpath/kernel';
import { eventually } from '@towpath/testing';
import { EventProbe } from '../kafka/event-probe.js';
import { ParcelStage, type ParcelHandler } from '../specimen/parcel-stage.fixture.js';

/** Long enough to see what happens between two tries, short enough to see the next one. */
const SLOW = { retryFirstMs: 1_000 };

let stage: ParcelStage;
let refusing: boolean;
let tries: number;
beforeEach(async () => {
  stage = await ParcelStage.open();
  refusing = true;
  tries = 0;
});
afterEach(() => stage.close());

/** Records, but for the parcel `late` while it is refused. */
const handler: ParcelHandler = async (payload, context) => {
  if (payload.parcel_id === 'late') {
    tries += 1;
    if (refusing) throw new DomainError('INVALID_REQUEST', 'not yet');
  }
  await stage.record(payload, context);
};
const handled = (parcel: string, steps: readonly number[]) =>
  eventually(async () => String(await stage.effects(parcel)) === String(steps), {
    deadlineMs: 30_000,
    describe: async () => `${parcel} at ${steps}, it is at ${await stage.effects(parcel)}`,
  });
const setAside = (count: number) =>
  eventually(async () => (await stage.parked.count(undefined, { resting: false })) === count, {
    deadlineMs: 20_000,
    describe: `${count} messages set aside`,
  });
const metric = async (name: string) =>
  (await stage.metrics.text()).split('\n').filter((line) => line.startsWith(`${name}{`));

describe('a message that fails for a moment', () => {
  it('delays only its own key, and is handled in order without an operator', async () => {
    const others = Array.from({ length: 40 }, (_, index) => `other-${index}`);
    stage.consumer(handler, {}, SLOW).start();
    await stage.publish(stage.message('late', 1), stage.message('late', 2));
    await stage.publish(...others.map((parcel) => stage.message(parcel, 1)));
    for (const parcel of others) await handled(parcel, [1]);
    // Those of its partition did not wait for its further tries.
    expect(tries).toBeLessThanOrEqual(3);
    expect(await stage.effects('late')).toEqual([]);
    await setAside(2);
    await stage.publish(stage.message('late', 3));
    await setAside(3);

    refusing = false;
    await handled('late', [1, 2, 3]);
    await setAside(0);
    await stage.publish(stage.message('late', 4));
    await handled('late', [1, 2, 3, 4]);
    expect(await metric('consumer_parked_total')).toEqual([]);
    expect((await metric('consumer_retries_total')).join()).toContain('REFUSED');
  }, 90_000);

  it('is tried again by another process of the group', async () => {
    const first = stage.consumer(handler, {}, { retryFirstMs: 300 });
    first.start();
    await stage.publish(stage.message('late', 1), stage.message('late', 2));
    await setAside(2);
    await first.stop();
    refusing = false;
    stage.consumer(handler, {}, { retryFirstMs: 300 }).start();
    await handled('late', [1, 2]);
    await setAside(0);
  }, 60_000);

  it('becomes a dead letter, with its followers, only after its last try', async () => {
    const topic = dltTopic(stage.events.topic, stage.group);
    const probe = await EventProbe.start({
      brokers: [stage.brokers],
      topics: [topic],
      from: 'beginning',
    });
    stage.consumer(handler, {}, { retryFirstMs: 100 }).start();
    await stage.publish(stage.message('late', 1), stage.message('late', 2));
    await setAside(2);
    expect(probe.received).toEqual([]);
    const letters = await probe.waitFor(() => true, { count: 2, deadlineMs: 30_000 });
    await probe.stop();
    expect(letters.map(({ headers }) => [headers['sequence'], headers['dlt_reason']])).toEqual([
      ['1', 'REFUSED'],
      ['2', 'FOLLOWER'],
    ]);
    expect(tries).toBe(5);
    await eventually(async () => (await stage.parked.count(undefined, { resting: true })) === 2);
  }, 60_000);
});
