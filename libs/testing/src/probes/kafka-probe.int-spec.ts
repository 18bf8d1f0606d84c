import { createKafkaClient } from '@towpath/messaging';
import { silentLogger } from '@towpath/observability';
import { randomUUID } from 'node:crypto';
import { KafkaProbe } from './kafka-probe.js';

const brokers = process.env['TEST_KAFKA_BROKERS'] ?? '';
const topic = `probe-spec-${randomUUID()}`;
const kafka = createKafkaClient({ clientId: 'spec', brokers: [brokers], logger: silentLogger() });

async function send(...values: string[]): Promise<void> {
  const producer = kafka.producer();
  await producer.connect();
  const messages = values.map((value) => ({ key: 'k', value, headers: { ce_type: 'note.left' } }));
  await producer.send({ topic, messages });
  await producer.disconnect();
}

describe('KafkaProbe', () => {
  beforeAll(async () => {
    const admin = kafka.admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic, numPartitions: 1 }], waitForLeaders: true });
    await admin.disconnect();
  });

  it('sees what was sent before and after it started, in order', async () => {
    await send('one', 'two');
    const probe = await KafkaProbe.start({ brokers, topics: [topic] });
    await send('three');
    const third = await probe.waitFor(({ text }) => text === 'three');
    expect(third).toEqual({
      topic,
      partition: 0,
      offset: 2,
      key: 'k',
      headers: { ce_type: 'note.left' },
      text: 'three',
    });
    expect(probe.messages.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    await expect(
      probe.waitFor(({ text }) => text === 'four', { deadlineMs: 30, describe: 'the fourth' }),
    ).rejects.toThrow('waited 30 ms for the fourth on Kafka (saw 3 note.left)');
    await probe.stop();
  });
});
