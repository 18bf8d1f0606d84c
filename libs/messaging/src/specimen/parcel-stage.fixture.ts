import { dltTopic } from '@towpath/contracts';
import { newId, type CustomerAppId, type EventId } from '@towpath/kernel';
import { createLogger, Metrics, type Logger } from '@towpath/observability';
import {
  byValues,
  BaseTables,
  createPool,
  CustomerAppViews,
  OutboxDoorbell,
  PgTransactions,
  sqlMigration,
  WriteBatch,
  type DatabaseUrls,
  type Transactions,
  type Tx,
} from '@towpath/persistence';
import { testDatabase, type TestDatabase } from '@towpath/testing';
import type { Kafka } from 'kafkajs';
import type { Pool } from 'pg';
import { toHeaders } from '../cloud-event.js';
import { consumerMetrics } from '../consume/consumer-metrics.js';
import type { ConsumerTuning } from '../consume/tuning.js';
import type { CustomerAppResolver } from '../consume/customer-app-resolver.js';
import { EventConsumer } from '../consume/event-consumer.js';
import type { EventContext } from '../consume/handler-table.js';
import { createKafkaClient } from '../kafka/kafka-client.js';
import { ensureTopics } from '../kafka/topics.js';
import { KafkaEventPublisher, type EventPublisher } from '../outbox/event-publisher.js';
import { OutboxRelay, type RelayTuning } from '../outbox/outbox-relay.js';
import type { OutgoingMessage } from '../outbox/outbox-row.js';
import { relayMetrics } from '../outbox/relay-metrics.js';
import { ParkedMessages } from '../parking/parked-messages.js';
import { parcelEvents, type ParcelEvents, type ParcelPayload } from './parcel.events.js';

/** `effects` has no unique key on purpose: an effect that happens twice is two rows. */
const CreateEffects = sqlMigration(
  'CreateEffects0000000000001',
  () => `
  CREATE TABLE effects (
    customer_app_id text NOT NULL,
    effect_id bigint GENERATED ALWAYS AS IDENTITY,
    parcel_id text NOT NULL,
    step integer NOT NULL
  );
  SELECT pg_temp.tenant_table('effects', worker => 'write');`,
);

/** All that another process needs to know of a stage. */
export interface Scene {
  readonly brokers: string;
  readonly group: string;
  readonly topic: string;
  readonly app: CustomerAppId;
  readonly urls: DatabaseUrls;
}

export interface StageOptions {
  readonly brokers?: string;
  /** Another server than the test run's. */
  readonly database?: TestDatabase;
}

export const PARCEL_MIGRATIONS = [BaseTables, CreateEffects];

type MemberOptions = Partial<ConsumerTuning> & {
  readonly transactions?: Transactions;
  readonly resolver?: CustomerAppResolver;
  /** The client ID of the stage, if the member is to take the place of one that had it before. */
  readonly instance?: string;
};
export type ParcelContext = EventContext<Tx>;
export type ParcelHandler = (payload: ParcelPayload, context: ParcelContext) => Promise<unknown>;

/** A service in miniature with a real database and a real topic of its own. */
export class ParcelStage {
  readonly events: ParcelEvents;
  readonly group: string;
  readonly app: CustomerAppId;
  readonly brokers: string;
  readonly logger: Logger;
  readonly kafka: Kafka;
  readonly metrics = new Metrics('specimen');
  readonly transactions: PgTransactions;
  readonly parked: ParkedMessages;
  readonly #pools: Pool[];
  readonly #publisher: KafkaEventPublisher;
  readonly #closing: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly scene: Scene,
    readonly database: Pick<TestDatabase, 'urls' | 'adminUrl' | 'drop'>,
  ) {
    this.events = parcelEvents(scene.topic);
    this.group = scene.group;
    this.app = scene.app;
    this.brokers = scene.brokers;
    const level = process.env['TEST_LOG_LEVEL'] ?? 'silent';
    this.logger = createLogger({ service: 'specimen', level });
    const { urls } = database;
    const appPool = createPool({ url: urls.app, name: 'specimen', limits: FAST });
    const workerPool = createPool({ url: urls.worker, name: 'specimen worker', limits: FAST });
    this.#pools = [appPool, workerPool];
    const doorbell = new OutboxDoorbell(appPool);
    const onPublished = () => doorbell.ring();
    this.transactions = new PgTransactions({ appPool, workerPool, onPublished });
    this.parked = new ParkedMessages(this.transactions, this.group, this.events.registry);
    this.kafka = createKafkaClient({
      brokers: [scene.brokers],
      clientId: this.group,
      logger: this.logger,
    });
    this.#publisher = new KafkaEventPublisher(this.kafka);
  }

  static async open(options: StageOptions = {}): Promise<ParcelStage> {
    const brokers = options.brokers ?? process.env['TEST_KAFKA_BROKERS'];
    if (!brokers) throw new Error('TEST_KAFKA_BROKERS is not set: run by the integration project');
    const database = options.database ?? (await testDatabase('parcel-post', PARCEL_MIGRATIONS));
    const id = newId<CustomerAppId>(new Date());
    const group = `test-${id.toLowerCase()}`;
    const { urls } = database;
    const scene = { brokers, group, topic: parcelEvents().topic, app: id, urls };
    const stage = new ParcelStage(scene, database);
    await stage.addApp(stage.app);
    await stage.ensureTopics();
    return stage;
  }

  /** The same stage in another process, which may be killed. */
  static join(scene: Scene): ParcelStage {
    const { urls } = scene;
    return new ParcelStage(scene, { urls, adminUrl: '', drop: () => Promise.resolve() });
  }

  ensureTopics(): Promise<void> {
    const { brokers, group, events } = this;
    return ensureTopics({ brokers: [brokers], definitions: [events.moved], groups: [group] });
  }

  async addApp(app: CustomerAppId): Promise<void> {
    const views = new CustomerAppViews(this.#pools[0] as Pool);
    await this.transactions.asWorker((tx) =>
      views.upsert(tx, {
        customerAppId: app,
        name: 'Specimen',
        appType: 'TEST',
        status: 'ENABLED',
        credentialGeneration: 1,
        clockOffsetMs: 0,
        clockFrozenAt: null,
        settings: {},
        sequence: 1,
      }),
    );
  }

  message(parcel: string, step: number, change: Partial<OutgoingMessage> = {}): OutgoingMessage {
    const payload = { customer_app_id: this.app, parcel_id: parcel, step };
    const headers = toHeaders({
      eventId: newId<EventId>(new Date()),
      name: this.events.moved.name,
      version: 1,
      source: 'specimen',
      subject: parcel,
      occurredAt: new Date(),
      customerAppId: this.app,
      sequence: step,
      traceparent: undefined,
      requestId: undefined,
    });
    return {
      topic: this.events.topic,
      key: parcel,
      value: JSON.stringify(payload),
      ...change,
      headers: { ...headers, ...change.headers },
    };
  }

  publish(...messages: OutgoingMessage[]): Promise<void> {
    return this.#publisher.publish(messages);
  }

  /** Commits one event to the outbox. `inside` runs before the commit. */
  async commit(parcel: string, step: number, inside?: () => Promise<void>): Promise<void> {
    await this.transactions.forApp(this.app, async (tx) => {
      const payload = { customer_app_id: this.app, parcel_id: parcel, step };
      const batch = new WriteBatch();
      batch.publish(this.events.moved, { payload, sequence: step, customerAppId: this.app });
      tx.write(batch);
      await inside?.();
    });
  }

  relay(publisher: EventPublisher = this.publisher(), tuning: Partial<RelayTuning> = {}) {
    const relay = new OutboxRelay({
      service: 'payment-link',
      workerUrl: this.database.urls.worker,
      publisher,
      logger: this.logger,
      metrics: relayMetrics(this.metrics),
      tuning: { pollMs: 200, leadPollMs: 100, ...tuning },
    });
    this.#closing.unshift(() => relay.stop());
    return relay;
  }

  publisher(): KafkaEventPublisher {
    return new KafkaEventPublisher(this.kafka);
  }

  /** A member of the group; `extras` are those that the decorators would make. */
  consumer(
    handler: ParcelHandler,
    extras: Record<string, unknown> = {},
    options: MemberOptions = {},
  ): EventConsumer {
    const { transactions = this.transactions, resolver, instance, ...tuning } = options;
    const consumer = new EventConsumer({
      kafka: this.kafka,
      group: this.group,
      instance,
      consumes: [this.events.moved],
      registry: this.events.registry,
      transactions,
      resolver,
      logger: this.logger,
      metrics: consumerMetrics(this.metrics),
      tuning: { ...QUICK, ...tuning },
    });
    this.#closing.unshift(() => consumer.stop());
    consumer.handlers.add(this.events.moved.name, handler as never, extras);
    return consumer;
  }

  /** The usual handler: one row per handled event. */
  readonly record: ParcelHandler = (payload, { tx, customerAppId }) =>
    tx.query(
      byValues(`INSERT INTO effects (customer_app_id, parcel_id, step) VALUES ($1, $2, $3)`),
      [customerAppId, payload.parcel_id, payload.step],
    );

  /** Steps that took effect, in the order of their effect. */
  async effects(parcel: string): Promise<number[]> {
    const rows = await this.transactions.asWorker((tx) =>
      tx.query<{ step: number }>(
        byValues(`SELECT step FROM effects WHERE parcel_id = $1 ORDER BY effect_id`),
        [parcel],
      ),
    );
    return rows.map(({ step }) => step);
  }

  async unpublished(): Promise<number> {
    const [row] = await this.transactions.asWorker((tx) =>
      tx.query<{ n: number }>(
        byValues(`SELECT count(*) AS n FROM outbox WHERE published_at IS NULL`),
      ),
    );
    return row?.n ?? 0;
  }

  /** Ends the parts in the reverse order of their start. */
  async close(): Promise<void> {
    for (const close of this.#closing) await close();
    await this.#publisher.close();
    await this.#deleteTopics();
    await this.closePools();
    await this.database.drop();
  }

  /** A broker for tests has little memory, and each partition takes some. */
  async #deleteTopics(): Promise<void> {
    const { topic } = this.events;
    const admin = this.kafka.admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [topic, dltTopic(topic, this.group)] });
    await admin.disconnect();
  }

  async closePools(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }
}

const QUICK = { fetchWaitMs: 50, retryFirstMs: 5, replayPollMs: 20, replayRestMs: 50 };
const FAST = { size: 10, connectTimeoutMs: 1_000 };
