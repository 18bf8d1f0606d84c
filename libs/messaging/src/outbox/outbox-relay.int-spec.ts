/** @proves promise-1, promise-2 */
import { eventually } from '@towpath/testing';
import pg from 'pg';
import { EventProbe, type ProbedEvent } from '../kafka/event-probe.js';
import { ParcelStage } from '../specimen/parcel-stage.fixture.js';
import type { EventPublisher } from './event-publisher.js';
import type { OutgoingMessage } from './outbox-row.js';

let stage: ParcelStage;
let probe: EventProbe;
beforeEach(async () => {
  stage = await ParcelStage.open();
  const topics = [stage.events.topic];
  probe = await EventProbe.start({ brokers: [stage.brokers], topics, from: 'beginning' });
});
afterEach(async () => {
  await probe.stop();
  await stage.close();
});

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const stepOf = (event: ProbedEvent) => (event.payload as { step: number }).step;
const of = (parcel: string) => (event: ProbedEvent) => event.key === parcel;
/** What a consumer makes of it: the first delivery of each event. */
const firsts = (events: readonly ProbedEvent[]) => [
  ...new Map(events.map((event) => [event.headers['ce_id'], event])).values(),
];

async function terminateRelay(): Promise<void> {
  const admin = new pg.Client({ connectionString: stage.database.adminUrl });
  await admin.connect();
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE '%outbox relay'`,
  );
  await admin.end();
}

/** Publishes for real, and tells of it before the relay can mark anything. */
class WatchedPublisher implements EventPublisher {
  readonly sent: number[] = [];
  readonly #real = stage.publisher();

  constructor(private readonly onSent: (call: number) => Promise<void>) {}

  async publish(messages: readonly OutgoingMessage[]): Promise<void> {
    await this.#real.publish(messages);
    this.sent.push(messages.length);
    await this.onSent(this.sent.length);
  }

  close(): Promise<void> {
    return this.#real.close();
  }
}

describe('the outbox relay', () => {
  it('publishes committed events as CloudEvents and marks them', async () => {
    stage.relay().start();
    await stage.commit('p', 1);
    const [event] = await probe.waitFor(of('p'));
    expect(event?.headers).toMatchObject({
      ce_specversion: '1.0',
      ce_source: '/payment-link',
      ce_type: 'parcel.moved',
      ce_subject: 'p',
      ce_dataschema: 'urn:towpath:event:parcel.moved:v1',
      'content-type': 'application/json',
      customerappid: stage.app,
      sequence: '1',
    });
    expect(event?.payload).toEqual({ customer_app_id: stage.app, parcel_id: 'p', step: 1 });
    await eventually(async () => (await stage.unpublished()) === 0);
  }, 30_000);

  it('keeps the order of each aggregate', async () => {
    for (const step of range(40)) {
      await stage.commit('a', step);
      await stage.commit('b', step);
    }
    stage.relay(undefined, { batchSize: 7 }).start();
    for (const parcel of ['a', 'b']) {
      const events = await probe.waitFor(of(parcel), { count: 40 });
      expect(events.map(stepOf)).toEqual(range(40));
    }
  }, 30_000);

  it('sends in batches that a broker accepts', async () => {
    for (const step of range(6)) await stage.commit('p', step);
    const publisher = new WatchedPublisher(() => Promise.resolve());
    stage.relay(publisher, { batchBytes: 1_200 }).start();
    await probe.waitFor(of('p'), { count: 6 });
    // A consumer may see an event before its publisher has the broker's answer.
    await eventually(async () => (await stage.unpublished()) === 0);
    expect(publisher.sent).toEqual([2, 2, 2]);
  }, 30_000);

  it('publishes an event whose transaction commits after later events', async () => {
    stage.relay().start();
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const late = stage.commit('late', 1, () => {
      locked.resolve();
      return release.promise;
    });
    await locked.promise;
    await stage.commit('early', 1);
    await probe.waitFor(of('early'));
    await eventually(async () => (await stage.unpublished()) === 0);
    release.resolve();
    await late;
    await probe.waitFor(of('late'));
  }, 30_000);

  it('is woken by a commit before its next poll', async () => {
    const relay = stage.relay(undefined, { pollMs: 60_000 });
    relay.start();
    await stage.commit('warm', 1);
    await eventually(() => relay.leads);
    await probe.waitFor(of('warm'));
    await stage.commit('p', 1);
    await probe.waitFor(of('p'), { deadlineMs: 5_000 });
  }, 30_000);
});

describe('a relay that dies between sending and marking an event', () => {
  it('sends the event again, and a consumer handles each event once and in order', async () => {
    for (const step of range(10)) await stage.commit('p', step);
    const publisher = new WatchedPublisher((call) =>
      call === 1 ? terminateRelay() : Promise.resolve(),
    );
    stage.relay(publisher, { batchSize: 5 }).start();
    stage.consumer(stage.record).start();
    await eventually(async () => (await stage.unpublished()) === 0, { deadlineMs: 20_000 });
    await probe.waitFor(of('p'), { count: 15 });
    expect(firsts(probe.received).map(stepOf)).toEqual(range(10));
    await eventually(async () => (await stage.effects('p')).includes(10), { deadlineMs: 20_000 });
    expect(await stage.effects('p')).toEqual(range(10));
  }, 60_000);
});

describe('two relays of one outbox', () => {
  it('have one leader, and the other takes over when the leader ends', async () => {
    const relays = [stage.relay(), stage.relay()];
    for (const relay of relays) relay.start();
    const leader = await eventually(() => relays.find((relay) => relay.leads));
    await stage.commit('p', 1);
    await probe.waitFor(of('p'));
    expect(relays.filter((relay) => relay.leads)).toEqual([leader]);
    await leader.stop();
    const follower = relays.find((relay) => relay !== leader);
    await eventually(() => follower?.leads);
    await stage.commit('p', 2);
    const events = await probe.waitFor(of('p'), { count: 2 });
    expect(events.map(stepOf)).toEqual([1, 2]);
  }, 30_000);

  it('let only the current leader mark events', async () => {
    await stage.commit('p', 1);
    const sent = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const slow = new WatchedPublisher(async (call) => {
      if (call > 1) return;
      sent.resolve();
      await release.promise;
    });
    const first = stage.relay(slow);
    first.start();
    await sent.promise;
    await terminateRelay();
    const second = stage.relay();
    second.start();
    await eventually(() => second.leads);
    await eventually(async () => (await stage.unpublished()) === 0);
    await stage.commit('p', 2);
    release.resolve();
    await probe.waitFor((event) => stepOf(event) === 2);
    expect(firsts(probe.received).map(stepOf)).toEqual([1, 2]);
  }, 30_000);
});

describe('an event that the broker refuses', () => {
  it('delays only the later events of its key', async () => {
    const refuse = Object.assign(new Error('too large'), { type: 'MESSAGE_TOO_LARGE' });
    const real = stage.publisher();
    let refusing = true;
    const picky: EventPublisher = {
      publish: async (messages) => {
        const bad = messages.some(({ key, value }) => key === 'bad' && value.includes('"step": 2'));
        if (refusing && bad) throw refuse;
        await real.publish(messages);
      },
      close: () => real.close(),
    };
    for (const step of range(3)) {
      await stage.commit('bad', step);
      await stage.commit('good', step);
    }
    stage.relay(picky, { refusedRetryMs: 300 }).start();
    await probe.waitFor(of('good'), { count: 3 });
    await probe.waitFor(of('bad'));
    await stage.commit('good', 4);
    await probe.waitFor(of('good'), { count: 4 });
    expect(probe.received.filter(of('bad')).map(stepOf)).toEqual([1]);
    await eventually(async () => (await stage.unpublished()) === 2);
    refusing = false;
    const events = await probe.waitFor(of('bad'), { count: 3 });
    expect(events.map(stepOf)).toEqual([1, 2, 3]);
  }, 30_000);
});
