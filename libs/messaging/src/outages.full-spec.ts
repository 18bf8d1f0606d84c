/** @proves promise-1, promise-2 @takes 30 s */
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
import { ParcelStage } from './specimen/parcel-stage.fixture.js';

// Servers of this file's own: they are killed and started again.

const folder = temporaryFolder();
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
let stage: ParcelStage;

const handled = (parcel: string, steps: readonly number[], by = stage) =>
  eventually(async () => String(await by.effects(parcel)) === String(steps), {
    deadlineMs: 60_000,
    describe: async () => `${parcel} at ${steps}, it is at ${await by.effects(parcel)}`,
  });
const retriesBecauseOf = (reason: string) => async () =>
  new RegExp(`consumer_retries_total.*"${reason}".* [1-9]`).test(await stage.metrics.text());

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a broker that is down for a while', () => {
  let kafka: KafkaServer;
  /** A service that stops and starts meanwhile. */
  let other: ParcelStage;
  beforeAll(async () => {
    kafka = await startKafka({ dataDir: join(folder, 'kafka') });
    stage = await ParcelStage.open({ brokers: kafka.brokers });
    other = await ParcelStage.open({ brokers: kafka.brokers });
  }, 120_000);
  afterAll(async () => {
    await Promise.all([stage?.close(), other?.close()]);
    await kafka?.stop();
  }, 60_000);

  const membersOf = (service: ParcelStage) => {
    const relay = service.relay();
    relay.start();
    const consumer = service.consumer(service.record);
    consumer.start();
    return { relay, consumer };
  };

  it('delays events, loses none and keeps their order, and lets services stop soon and start', async () => {
    const { relay, consumer } = membersOf(stage);
    const left = membersOf(other);
    for (const step of range(5)) await stage.commit('p', step);
    await other.commit('q', 1);
    await handled('p', range(5));
    await handled('q', [1], other);

    await kafka.kill();
    for (const step of range(5)) await stage.commit('p', 5 + step);
    await other.commit('q', 2);
    await eventually(() => !consumer.connected && !left.consumer.connected, {
      deadlineMs: 60_000,
    });
    const age = async () =>
      Number(/outbox_age_seconds\S* ([\d.]+)/.exec(await stage.metrics.text())?.[1]) > 0.2;
    await eventually(age, { deadlineMs: 30_000 });
    expect(await stage.unpublished()).toBe(5);
    expect(relay.leads).toBe(true);
    const stopping = performance.now();
    await Promise.all([left.relay.stop(), left.consumer.stop()]);
    expect(performance.now() - stopping).toBeLessThan(16_000);
    expect(await other.unpublished()).toBe(1);
    membersOf(other);

    await kafka.restart();
    await handled('p', range(10));
    await handled('q', [1, 2], other);
    expect(await stage.unpublished()).toBe(0);
    expect(consumer.connected).toBe(true);
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
