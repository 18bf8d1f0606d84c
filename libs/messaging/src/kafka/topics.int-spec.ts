import { dltTopic } from '@towpath/contracts';
import { silentLogger } from '@towpath/observability';
import kafkajs, { type Admin } from 'kafkajs';
import { parcelEvents } from '../specimen/parcel.events.js';
import { eventually } from '@towpath/testing';
import { ParcelStage } from '../specimen/parcel-stage.fixture.js';
import { EventProbe } from './event-probe.js';
import { createKafkaClient } from './kafka-client.js';
import { ensureTopics, WrongPartitionCount } from './topics.js';

const brokers = [process.env['TEST_KAFKA_BROKERS'] ?? ''];
let admin: Admin;
beforeAll(async () => {
  admin = createKafkaClient({ brokers, clientId: 'spec', logger: silentLogger() }).admin();
  await admin.connect();
});
afterAll(() => admin?.disconnect());

const partitionsOf = async (topic: string) =>
  (await admin.fetchTopicMetadata({ topics: [topic] })).topics[0]?.partitions.length;

async function settingsOf(topic: string): Promise<Record<string, string>> {
  const { resources } = await admin.describeConfigs({
    resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic }],
    includeSynonyms: false,
  });
  const entries = resources[0]?.configEntries ?? [];
  return Object.fromEntries(
    entries.map(({ configName, configValue }) => [configName, configValue]),
  );
}

describe('ensureTopics', () => {
  it('makes one topic per aggregate, and the dead-letter topics of its consumers', async () => {
    const { moved, lost, topic } = parcelEvents();
    await ensureTopics({ brokers, definitions: [moved, lost], groups: ['reader', 'other'] });
    expect(await partitionsOf(topic)).toBe(12);
    expect(await settingsOf(topic)).toMatchObject({
      'cleanup.policy': 'delete',
      'retention.ms': String(14 * 86_400_000),
    });
    for (const group of ['reader', 'other']) {
      expect(await partitionsOf(dltTopic(topic, group))).toBe(1);
    }
  });

  it('changes nothing when it is repeated, or run by several processes at once', async () => {
    const { moved, topic } = parcelEvents();
    const ensure = () => ensureTopics({ brokers, definitions: [moved] });
    await Promise.all([ensure(), ensure(), ensure()]);
    await ensure();
    expect(await partitionsOf(topic)).toBe(12);
  });

  it('refuses a topic with another partition count, and names the solution', async () => {
    const { moved, topic } = parcelEvents();
    await admin.createTopics({ topics: [{ topic, numPartitions: 3 }], waitForLeaders: true });
    const ensuring = ensureTopics({ brokers, definitions: [moved] });
    await expect(ensuring).rejects.toThrow(WrongPartitionCount);
    await expect(ensuring).rejects.toThrow(`topic ${topic} has 3 partitions instead of 12`);
  });
});

describe('a topic probe of a test', () => {
  it.each(['now', 'a time'])(
    'which starts at %s sees only later messages',
    async (start) => {
      const stage = await ParcelStage.open();
      const topics = [stage.events.topic];
      await stage.publish(...[1, 2, 3].map((step) => stage.message('before', step)));
      await pauseUntilNextMs();
      const from = start === 'now' ? 'now' : new Date();
      const probe = await EventProbe.start({ brokers, topics, from });
      await stage.publish(stage.message('after', 1));
      const [event] = await probe.waitFor(({ key }) => key === 'after');
      expect(event?.payload).toMatchObject({ parcel_id: 'after' });
      expect(probe.received.map(({ key }) => key)).toEqual(['after']);
      await probe.stop();
      await stage.close();
    },
    30_000,
  );

  it('lists the received events when it reaches its deadline', async () => {
    const stage = await ParcelStage.open();
    const topics = [stage.events.topic];
    const probe = await EventProbe.start({ brokers, topics, from: 'beginning' });
    await stage.publish(stage.message('p', 1));
    await probe.waitFor(() => true);
    const waiting = probe.waitFor(({ key }) => key === 'q', { deadlineMs: 50, describe: 'of q' });
    await expect(waiting).rejects.toThrow(
      'waited 50 ms for 1 of q, found 0; received 1 in all, last: parcel.moved p',
    );
    await probe.stop();
    await stage.close();
  }, 30_000);
});

/** Kafka finds messages by millisecond. */
async function pauseUntilNextMs(): Promise<void> {
  const now = Date.now();
  await eventually(() => Date.now() > now + 1);
}
