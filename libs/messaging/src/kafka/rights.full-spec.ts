import { jest } from '@jest/globals';
import { definitionOf, definitionsOf, dltTopic } from '@towpath/contracts';
import { silentLogger } from '@towpath/observability';
import {
  makeKeyStore,
  startKafka,
  temporaryFolder,
  usersOf,
  type KafkaServer,
  type MadeKeyStore,
} from '@towpath/local-system';
import { eventually } from '@towpath/testing';
import type { Kafka } from 'kafkajs';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GroupLag } from './group-lag.js';
import { createKafkaClient } from './kafka-client.js';
import { grantRights, rightsOf } from './rights.js';
import { checkServiceTopics, ensureServiceTopics } from './topics.js';
import { ensureTopics } from './topics.js';

jest.setTimeout(120_000);

const APPS = definitionOf('customer_app.created').topic;
const PASSWORDS = { admin: 'a-word', gateway: 'g-word', mandate: 'm-word' };
type User = keyof typeof PASSWORDS;

describe('a broker that knows each service, over TLS', () => {
  const folder = temporaryFolder();
  const clients: (() => Promise<unknown>)[] = [];
  let server: KafkaServer;
  let keyStore: MadeKeyStore;
  beforeAll(async () => {
    const usersFile = join(folder, 'users.conf');
    writeFileSync(usersFile, usersOf(PASSWORDS));
    keyStore = makeKeyStore({ folder, name: 'broker' });
    server = await startKafka({ dataDir: join(folder, 'kafka'), usersFile, keyStore });
    const client = clientOf('admin');
    await ensureTopics({
      ...client,
      definitions: definitionsOf('customer_app.created', 'mandate.closed'),
    });
    const dlt = [{ topic: APPS }];
    await ensureTopics({ ...client, definitions: dlt, groups: ['mandate', 'dispute'] });
    const admin = kafkaOf('admin').admin();
    await admin.connect();
    await grantRights(admin, 'gateway', rightsOf({ service: 'gateway', consumes: [] }));
    const consumes = definitionsOf('customer_app.created');
    await grantRights(admin, 'mandate', rightsOf({ service: 'mandate', consumes }));
    await admin.disconnect();
  });
  afterEach(() => Promise.all(clients.splice(0).map((close) => close())));
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const clientOf = (username: User, password = PASSWORDS[username]) => ({
    brokers: [server.brokers],
    clientId: username,
    logger: silentLogger(),
    credentials: { username, password, mechanism: 'plain' as const },
    tls: { ca: keyStore.certificate },
  });
  const kafkaOf = (user: User, password?: string): Kafka =>
    createKafkaClient(clientOf(user, password));
  const listTopics = async (password?: string) => {
    const client = clientOf('mandate', password);
    const credentials = password ? client.credentials : undefined;
    const admin = createKafkaClient({ ...client, credentials }).admin();
    clients.push(() => admin.disconnect());
    await admin.connect();
    await admin.listTopics();
  };
  const send = async (user: User, topic: string) => {
    const producer = kafkaOf(user).producer({ idempotent: true, maxInFlightRequests: 1 });
    clients.push(() => producer.disconnect());
    await producer.connect();
    await producer.send({ topic, messages: [{ key: 'k', value: 'v' }] });
  };
  const read = async (groupId: string, topic: string) => {
    const consumer = kafkaOf('mandate').consumer({ groupId });
    const came = Promise.withResolvers<string | undefined>();
    consumer.on('consumer.crash', ({ payload }) => came.reject(payload.error));
    try {
      await consumer.connect();
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      await consumer.run({
        eachMessage: ({ message }) => Promise.resolve(came.resolve(message.value?.toString())),
      });
      return await came.promise;
    } finally {
      // One that stays would keep the partitions from the next reader.
      await consumer.disconnect();
    }
  };

  it('lets a service use its own topics, and read in its own group', async () => {
    await send('gateway', APPS);
    await send('mandate', definitionOf('mandate.closed').topic);
    await send('mandate', dltTopic(APPS, 'mandate'));
    // The first reader of all makes the broker load the coordinator of its group.
    expect(await eventually(() => read('mandate', APPS))).toBe('v');
    expect(await new GroupLag(kafkaOf('mandate'), 'mandate').unread([APPS])).toBeLessThan(2);
    await ensureServiceTopics(optionsOf({ kafkaCaFile: fileOf('ca.crt', keyStore.certificate) }));
  });

  const fileOf = (name: string, content: string) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  /** As the configuration of a service has it. */
  const optionsOf = (security: { readonly kafkaTls?: boolean; readonly kafkaCaFile?: string }) => {
    const config = {
      kafkaBrokers: [server.brokers],
      databaseWorkerUrl: '',
      kafkaUsername: 'mandate',
      kafkaPassword: PASSWORDS.mandate,
      kafkaSaslMechanism: 'plain' as const,
      kafkaTls: true,
      ...security,
    };
    const options = {
      config,
      consumes: definitionsOf('customer_app.created'),
      publishes: false,
    } as const;
    return { ...options, service: 'mandate', logger: silentLogger() } as const;
  };

  it.each<[string, () => { readonly kafkaCaFile?: string }]>([
    ['of another authority', () => ({ kafkaCaFile: fileOf('other.crt', anotherAuthority()) })],
    ['of the public authorities', () => ({})],
  ])('refuses the start of a service with the certificates %s', async (_whose, security) => {
    await expect(checkServiceTopics(optionsOf(security()))).rejects.toThrow(
      /^Kafka at 127\.0\.0\.1:\d+ has a certificate that KAFKA_CA_FILE does not vouch for \(\w+\)\.$/,
    );
  });

  const anotherAuthority = () => makeKeyStore({ folder, name: 'another' }).certificate;

  it.each<[string, () => Parameters<typeof optionsOf>[0]]>([
    ['is not there', () => ({ kafkaCaFile: join(folder, 'none.crt') })],
    ['holds no certificate', () => ({ kafkaCaFile: fileOf('empty.crt', 'none') })],
    ['is not used', () => ({ kafkaTls: false, kafkaCaFile: fileOf('ca.crt', 'any') })],
  ])('refuses the start at once when the file of authorities %s', async (_what, security) => {
    const checking = checkServiceTopics(optionsOf(security()));
    await expect(checking).rejects.toThrow(/^KAFKA_CA_FILE [^.]+\.$/);
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['writes events of another', () => send('mandate', APPS), /not authorized/i],
    [
      'reads what it does not consume',
      () => read('mandate', definitionOf('mandate.closed').topic),
      /not authorized/i,
    ],
    ['reads in the group of another', () => read('dispute', APPS), /group coordinator/i],
    ['parks for another', () => send('mandate', dltTopic(APPS, 'dispute')), /not authorized/i],
    ['has another password', () => listTopics('x'), /authentication failed/i],
    ['has no name', () => listTopics(), /connection/i],
  ])('refuses a service that %s', async (_what, attempt, reason) => {
    await expect(attempt()).rejects.toThrow(reason);
  });
});
