import { jest } from '@jest/globals';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createKafkaClient } from '@towpath/messaging';
import { silentLogger } from '@towpath/observability';
import { eventually } from './eventually.js';
import { kafkaLibraries } from './kafka-libraries.js';
import { processCommand } from './process-table.js';
import { type KafkaServer, startKafka } from './start-kafka.js';
import { temporaryFolder } from './temporary-folder.js';

jest.setTimeout(120_000);

describe('startKafka', () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'kafka');
  const topic = 'kept';
  let server: KafkaServer;

  const client = () =>
    createKafkaClient({ clientId: 'spec', brokers: [server.brokers], logger: silentLogger() });

  async function endOffset(): Promise<string | undefined> {
    const admin = client().admin();
    await admin.connect();
    try {
      const [partition] = await admin.fetchTopicOffsets(topic);
      return partition?.high;
    } finally {
      await admin.disconnect();
    }
  }

  async function produce(value: string): Promise<void> {
    const producer = client().producer();
    await producer.connect();
    await producer.send({ topic, acks: -1, messages: [{ key: 'k', value }] });
    await producer.disconnect();
  }

  beforeAll(async () => {
    server = await startKafka({ dataDir });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps acknowledged messages over kill -9 and a restart on the same port', async () => {
    const admin = client().admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic, numPartitions: 1, replicationFactor: 1 }] });
    await admin.disconnect();
    await produce('before');
    const { pid, brokers } = server;
    await server.kill();
    expect(processCommand(pid)).toBeUndefined();
    await server.restart();
    expect(server.brokers).toBe(brokers);
    expect(await endOffset()).toBe('1');
    await produce('after');
    expect(await endOffset()).toBe('2');
  });

  it('keeps the class archive of a stopped broker, and starts from it', async () => {
    await server.stop();
    const libraries = await kafkaLibraries(() => undefined);
    const archive = join(libraries, 'broker.jsa');
    await eventually(() => existsSync(archive));
    await server.restart();
    expect(processCommand(server.pid)).toContain(`-XX:SharedArchiveFile=${archive}`);
    expect(await endOffset()).toBe('2');
  });

  it('takes over from a broker of an earlier run, on another port', async () => {
    const left = server;
    server = await startKafka({ dataDir });
    expect(left.brokers).not.toBe(server.brokers);
    expect(processCommand(left.pid)).toBeUndefined();
    expect(await endOffset()).toBe('2');
  });
});
