import { definitionOf, eventTopics, type AnyEventDefinition } from '@towpath/contracts';
import { newId, type EventId } from '@towpath/kernel';
import { createKafkaClient, toHeaders } from '@towpath/messaging';
import { silentLogger } from '@towpath/observability';
import { eventually, FakeGateway } from '@towpath/testing';
import { Dispatch, type TestApp } from './dispatch.fixture.js';
import { Receiver } from './receiver.fixture.js';

// The only spec of this app that joins its consumer group: the others would take its partitions.

const kafka = createKafkaClient({
  brokers: (process.env['TEST_KAFKA_BROKERS'] ?? '').split(','),
  clientId: 'consume-spec',
  logger: silentLogger(),
});
const producer = kafka.producer();
let gateway: FakeGateway;
let dispatch: Dispatch;
let receiver: Receiver;
let app: TestApp;

beforeAll(async () => {
  await skipBacklog();
  // Other specs publish meanwhile, for apps that this database does not know: each event asks.
  gateway = await FakeGateway.start();
  dispatch = await Dispatch.start({ consume: true, gatewayUrl: gateway.url });
  await producer.connect();
}, 60_000);
afterAll(async () => {
  await producer.disconnect();
  await dispatch?.stop();
  await gateway?.close();
}, 30_000);
beforeEach(async () => {
  receiver = await Receiver.start();
  app = await dispatch.createApp();
  await app.call('POST', '/webhook_endpoints', { url: receiver.url() });
});
afterEach(() => receiver.stop());

/**
 * Other specs published on this broker, for apps that this database does not know. One member
 * commits the ends of all topics: `admin.setOffsets` would join the group once for each of them.
 */
async function skipBacklog(): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => eventTopics().includes(topic));
  const ends = await Promise.all(
    topics.map(async (topic) =>
      (await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => ({
        topic,
        partition,
        offset: high,
      })),
    ),
  );
  await admin.disconnect();
  // It leaves when its last fetch ends.
  const member = kafka.consumer({ groupId: 'webhook-dispatch', maxWaitTimeInMs: 50 });
  await member.connect();
  await member.subscribe({ topics });
  const joined = new Promise((resolve) => member.on(member.events.GROUP_JOIN, resolve));
  await member.run({ autoCommit: false, eachMessage: () => Promise.resolve() });
  await joined;
  await member.commitOffsets(ends.flat());
  await member.disconnect();
}

interface Published {
  readonly eventId: EventId;
  readonly sequence: number;
  readonly change?: object;
}

async function publish(definition: AnyEventDefinition, published: Published): Promise<void> {
  const { eventId, sequence, change } = published;
  const payload = { ...definition.example, customer_app_id: app.id, ...change };
  const subject = definition.key(payload as never);
  const headers = toHeaders({
    eventId,
    name: definition.name,
    version: 1,
    source: 'payment-link',
    subject,
    occurredAt: new Date(),
    customerAppId: app.id,
    sequence,
    traceparent: undefined,
    requestId: 'request-7',
  });
  const value = JSON.stringify(payload);
  await producer.send({ topic: definition.topic, messages: [{ key: subject, value, headers }] });
}

const newEventId = () => newId<EventId>(new Date());
const events = async () => {
  const { body } = await app.call('GET', '/webhook_events');
  return body['webhook_events'] as { event_id: string; event_type: string; sequence: number }[];
};

describe('an event on its topic', () => {
  it('reaches the endpoint under its own ID, with the request that caused it', async () => {
    const eventId = newEventId();
    await publish(definitionOf('payment_link.paid'), { eventId, sequence: 2 });
    const [request] = await receiver.waitFor(1, { deadlineMs: 30_000 });
    expect(request?.body).toMatchObject({ event_type: 'PAYMENT_LINK_PAID', event_id: eventId });
    expect(request?.headers).toMatchObject({
      'webhook-id': eventId,
      'x-request-id': 'request-7',
    });
  }, 60_000);

  it('is sent once, however often it arrives', async () => {
    // A batch is listed by ID, so the second event happens a millisecond after the first.
    const first = newEventId();
    const second = newId<EventId>(new Date(Date.now() + 1));
    const change = { payment_link_id: newEventId() };
    for (const eventId of [first, first, second, first]) {
      await publish(definitionOf('payment_link.paid'), { eventId, sequence: 1, change });
    }
    await receiver.waitFor(2, { deadlineMs: 30_000 });
    const recorded = await eventually(async () => {
      const listed = await events();
      return listed.length >= 2 && listed;
    });
    expect(recorded.map(({ event_id }) => event_id)).toEqual([first, second]);
    expect(recorded.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(receiver.received).toHaveLength(2);
  }, 60_000);

  it('has the next sequence of its resource, also among other kinds of events', async () => {
    const change = { payment_id: newEventId() };
    await publish(definitionOf('payment.submitted'), {
      eventId: newEventId(),
      sequence: 4,
      change,
    });
    await publish(definitionOf('payment.executed'), { eventId: newEventId(), sequence: 5, change });
    const requests = await receiver.waitFor(2, { deadlineMs: 30_000 });
    expect(requests.map(({ body }) => [body['event_type'], body['sequence']])).toEqual([
      ['PAYMENT_SUBMITTED', 1],
      ['PAYMENT_EXECUTED', 2],
    ]);
  }, 60_000);
});
