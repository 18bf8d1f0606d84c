import { dltTopic } from '@towpath/contracts';
import { TEST_KAFKA_USERS } from '@towpath/local-system';
import { silentLogger } from '@towpath/observability';
import type { Kafka } from 'kafkajs';
import { parcelEvents } from '../specimen/parcel.events.js';
import { GroupLag } from './group-lag.js';
import { createKafkaClient } from './kafka-client.js';
import { grantRights, rightsOf } from './rights.js';
import { ensureTopics } from './topics.js';

type User = keyof typeof TEST_KAFKA_USERS;

/** Of payment-link, and consumed by mandate. */
const parcels = parcelEvents();
/** Of payment-link, and consumed by nobody. */
const secrets = parcelEvents();
const closing: (() => Promise<unknown>)[] = [];

const clientOf = (username: User) => ({
  brokers: [process.env['TEST_KAFKA_USERS_BROKERS'] ?? ''],
  clientId: username,
  logger: silentLogger(),
  credentials: { username, password: TEST_KAFKA_USERS[username], mechanism: 'plain' as const },
});
const kafkaOf = (user: User): Kafka => createKafkaClient(clientOf(user));

beforeAll(async () => {
  const client = clientOf('admin');
  const groups = ['mandate', 'dispute'];
  await ensureTopics({ ...client, definitions: [parcels.moved, secrets.moved], groups });
  const admin = kafkaOf('admin').admin();
  await admin.connect();
  for (const { registry } of [parcels, secrets]) {
    const owner = { service: 'payment-link', consumes: [], registry } as const;
    await grantRights(admin, 'payment-link', rightsOf(owner));
  }
  const { registry, moved } = parcels;
  const consumer = { service: 'mandate', consumes: [moved], registry } as const;
  await grantRights(admin, 'mandate', rightsOf(consumer));
  await admin.disconnect();
});
afterAll(() => Promise.all(closing.map((close) => close())));

const send = async (user: User, topic: string) => {
  const producer = kafkaOf(user).producer({ idempotent: true, maxInFlightRequests: 1 });
  closing.push(() => producer.disconnect());
  await producer.connect();
  await producer.send({ topic, messages: [{ key: 'k', value: 'v' }] });
};
/** What mandate sees of a topic and of a group. */
const unread = (group: string, topic: string) => {
  const lag = new GroupLag(kafkaOf('mandate'), group);
  closing.push(() => lag.close());
  return lag.unread([topic]);
};

it('a service may write its own events, read what it consumes in its own group, and park', async () => {
  await send('payment-link', parcels.topic);
  expect(await unread('mandate', parcels.topic)).toBe(1);
  await send('mandate', dltTopic(parcels.topic, 'mandate'));
});

it.each<[string, () => Promise<unknown>, RegExp]>([
  ['writes events of another', () => send('mandate', parcels.topic), /not authorized/i],
  ['reads what it does not consume', () => unread('mandate', secrets.topic), /not authorized/i],
  ['reads in the group of another', () => unread('dispute', parcels.topic), /group coordinator/i],
  [
    'parks for another',
    () => send('mandate', dltTopic(parcels.topic, 'dispute')),
    /not authorized/i,
  ],
])('the broker refuses a service that %s', async (_what, attempt, reason) => {
  await expect(attempt()).rejects.toThrow(reason);
});
