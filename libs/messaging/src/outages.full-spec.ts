/** @proves promise-1, promise-2 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  startKafka,
  startPostgres,
  temporaryFolder,
  type KafkaServer,
  type PostgresServer,
} from '@towpath/local-system';
import { eventually } from '@towpath/testing';
import { EventProbe } from './kafka/event-probe.js';
import { ParcelStage } from './specimen/parcel-stage.fixture.js';

// Servers of this file's own: they are killed and started again.

const folder = temporaryFolder();
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
let stage: ParcelStage;

const handled = (parcel: string, steps: readonly number[]) =>
  eventually(async () => String(await stage.effects(parcel)) === String(steps), {
    deadlineMs: 60_000,
    describe: async () => `${parcel} at ${steps}, it is at ${await stage.effects(parcel)}`,
  });
const retriesBecauseOf = (reason: string) => async () =>
  new RegExp(`consumer_retries_total.*"${reason}".* [1-9]`).test(await stage.metrics.text());

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a broker that is down for a while', () => {
  let kafka: KafkaServer;
  beforeAll(async () => {
    kafka = await startKafka({ dataDir: join(folder, 'kafka') });
    stage = await ParcelStage.open({ brokers: kafka.brokers });
  }, 120_000);
  afterAll(async () => {
    await stage?.close();
    await kafka?.stop();
  }, 60_000);

  it('delays events, loses none and keeps their order', async () => {
    const relay = stage.relay();
    relay.start();
    const consumer = stage.consumer(stage.record);
    consumer.start();
    for (const step of range(5)) await stage.commit('p', step);
    await handled('p', range(5));

    await kafka.kill();
    for (const step of range(5)) await stage.commit('p', 5 + step);
    await eventually(() => !consumer.connected, { deadlineMs: 60_000 });
    const age = async () =>
      Number(/outbox_age_seconds\S* ([\d.]+)/.exec(await stage.metrics.text())?.[1]) > 0.2;
    await eventually(age, { deadlineMs: 30_000 });
    expect(await stage.unpublished()).toBe(5);
    expect(relay.leads).toBe(true);

    await kafka.restart();
    await handled('p', range(10));
    expect(await stage.unpublished()).toBe(0);
    expect(consumer.connected).toBe(true);
  }, 180_000);

  it('does not stop the start of a service, which waits for the broker', async () => {
    await kafka.kill();
    await stage.commit('early', 1);
    const second = stage.consumer(stage.record);
    second.start();
    await kafka.restart();
    await handled('early', [1]);
    const topics = [stage.events.topic];
    const probe = await EventProbe.start({ brokers: [kafka.brokers], topics, from: 'beginning' });
    await probe.waitFor(({ key }) => key === 'early');
    await probe.stop();
  }, 180_000);

  it('lets a service stop soon, which loses nothing', async () => {
    await stage.close();
    stage = await ParcelStage.open({ brokers: kafka.brokers });
    const relay = stage.relay();
    relay.start();
    const consumer = stage.consumer(stage.record);
    consumer.start();
    await stage.commit('p', 1);
    await handled('p', [1]);
    await kafka.kill();
    await stage.commit('p', 2);
    await eventually(() => !consumer.connected, { deadlineMs: 60_000 });
    const started = performance.now();
    await Promise.all([relay.stop(), consumer.stop()]);
    expect(performance.now() - started).toBeLessThan(16_000);
    expect(await stage.unpublished()).toBe(1);

    await kafka.restart();
    stage.relay().start();
    stage.consumer(stage.record).start();
    await handled('p', [1, 2]);
  }, 180_000);
});

describe('a database that is down for a while', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres({ dataDir: join(folder, 'postgres'), durable: true });
    process.env['TEST_POSTGRES_ADMIN_URL'] = postgres.url;
    stage = await ParcelStage.open();
  }, 120_000);
  afterAll(async () => {
    await stage?.close();
    await postgres?.stop();
  }, 60_000);

  it('makes the consumer and the relay wait; nothing is parked, lost or done twice', async () => {
    stage.relay().start();
    stage.consumer(stage.record).start();
    await stage.commit('q', 1);
    await stage.publish(stage.message('p', 1));
    await handled('p', [1]);
    await handled('q', [1]);

    await postgres.kill();
    await stage.publish(...range(20).map((step) => stage.message('p', 1 + step)));
    await eventually(retriesBecauseOf('DATABASE'), { deadlineMs: 30_000 });

    await postgres.restart();
    await handled('p', range(21));
    await stage.commit('q', 2);
    await handled('q', [1, 2]);
    expect(await stage.parked.list({ settled: true })).toEqual([]);
    await eventually(async () => (await stage.unpublished()) === 0);
  }, 180_000);
});
