import { Module, type DynamicModule, type Provider, type INestApplication } from '@nestjs/common';
import { eventRegistry, isSigned } from '@towpath/contracts';
import { createLogger, Metrics } from '@towpath/observability';
import { DatabasePools, Transactions } from '@towpath/persistence';
import { Backlog } from './backlog.js';
import { consumerMetrics } from './consume/consumer-metrics.js';
import { CustomerAppResolver } from './consume/customer-app-resolver.js';
import { EventConsumer } from './consume/event-consumer.js';
import { KafkaEventStrategy } from './consume/kafka-event.strategy.js';
import { GroupLag } from './kafka/group-lag.js';
import { securityIn } from './kafka/broker-security.js';
import { createKafkaClient } from './kafka/kafka-client.js';
import { checkServiceTopics, ensureServiceTopics } from './kafka/topics.js';
import { MessagingLifecycle } from './messaging-lifecycle.js';
import {
  MESSAGING_OPTIONS,
  type MessagingOptions,
  type ModuleOptions,
} from './messaging-options.js';
import { KafkaEventPublisher } from './outbox/event-publisher.js';
import { OutboxRelay } from './outbox/outbox-relay.js';
import { relayMetrics } from './outbox/relay-metrics.js';
import { ParkedMessages } from './parking/parked-messages.js';
import { EventSigner, EventVerifier } from './signature.js';

/**
 * Connects the handlers of an app that imports `MessagingModule`: call it once in `main.ts`, after
 * the app is created. They run once the app is initialised; `app.close()` ends them. The app's
 * global pipes, guards, filters and interceptors are made for HTTP and do not apply: the runner
 * validates, and decides on errors.
 */
export async function connectMessaging(app: INestApplication): Promise<void> {
  app.connectMicroservice({ strategy: app.get(KafkaEventStrategy) }, { inheritAppConfig: false });
  await app.startAllMicroservices();
}

/**
 * Events of one service: the relay of its outbox, its consumer group, its parked messages. Needs
 * `PersistenceModule`; uses the `Metrics`, the `HealthRegistry`, the `CustomerAppResolver`, the
 * `EventVerifier` and the `EventSigner` that other modules provide, if any. Nothing connects before
 * the app starts.
 */
@Module({})
export class MessagingModule {
  static forRoot(options: MessagingOptions): DynamicModule {
    const { service, config } = options;
    const logger = options.logger ?? createLogger({ service, level: config.logLevel ?? 'info' });
    const bootstrap = Promise.withResolvers<void>();
    const exported = providersOf({ ...options, logger, bootstrap });
    return {
      module: MessagingModule,
      global: true,
      providers: [...exported, MessagingLifecycle],
      exports: exported,
    };
  }
}

function providersOf(options: ModuleOptions): Provider[] {
  const { service, instance, registry = eventRegistry, config, logger } = options;
  const client = { brokers: config.kafkaBrokers, ...securityIn(config), logger };
  const kafka = createKafkaClient({ ...client, clientId: service });
  const member = instance ? createKafkaClient({ ...client, clientId: instance }) : kafka;
  return [
    { provide: MESSAGING_OPTIONS, useValue: options },
    { provide: GroupLag, useFactory: () => new GroupLag(kafka, service) },
    consumerProvider(options, member),
    {
      provide: KafkaEventStrategy,
      inject: [EventConsumer],
      useFactory: (consumer: EventConsumer) =>
        new KafkaEventStrategy(consumer, {
          check: () => checkServiceTopics(options),
          bootstrapped: options.bootstrap.promise,
        }),
    },
    {
      provide: OutboxRelay,
      inject: [optional(Metrics), optional(DatabasePools), optional(EventSigner)],
      useFactory: (...found: [Metrics?, DatabasePools?, EventSigner?]) =>
        relayOf(options, kafka, found),
    },
    {
      provide: ParkedMessages,
      inject: [Transactions],
      useFactory: (transactions: Transactions) =>
        new ParkedMessages(transactions, service, registry),
    },
    {
      provide: Backlog,
      inject: [Transactions, ParkedMessages, EventConsumer, GroupLag],
      useFactory: (...parts: ConstructorParameters<typeof Backlog>) => new Backlog(...parts),
    },
  ];
}

function consumerProvider(
  options: ModuleOptions,
  kafka: ReturnType<typeof createKafkaClient>,
): Provider {
  const { service, instance, consumes, registry = eventRegistry, logger, tuning } = options;
  const metricsOf = (metrics = new Metrics(service)) =>
    consumerMetrics(metrics, { consumes: consumes.length > 0 });
  return {
    provide: EventConsumer,
    inject: [
      Transactions,
      optional(Metrics),
      optional(CustomerAppResolver),
      optional(EventVerifier),
    ],
    useFactory: (
      transactions: Transactions,
      ...[metrics, resolver, verifier]: [Metrics?, CustomerAppResolver?, EventVerifier?]
    ) =>
      new EventConsumer({
        kafka,
        group: service,
        instance,
        consumes,
        registry,
        transactions,
        resolver,
        verifier,
        logger,
        metrics: metricsOf(metrics),
        prepare: () => ensureServiceTopics(options),
        tuning: tuning?.consumer ?? {},
      }),
  };
}

function relayOf(
  options: ModuleOptions,
  kafka: ReturnType<typeof createKafkaClient>,
  [metrics, pools, signer]: readonly [Metrics?, DatabasePools?, EventSigner?],
): OutboxRelay {
  const { service, config, logger, registry = eventRegistry } = options;
  const signs = registry.all().some((event) => event.owner === service && isSigned(event));
  if (signs && !signer) throw new Error(`bind an EventSigner: events of ${service} are signed`);
  const relay = new OutboxRelay({
    service,
    workerUrl: config.databaseWorkerUrl,
    publisher: new KafkaEventPublisher(kafka),
    signer: signs ? signer : undefined,
    logger,
    metrics: relayMetrics(metrics ?? new Metrics(service)),
    prepare: () => ensureServiceTopics(options),
    tuning: options.tuning?.relay ?? {},
  });
  pools?.doorbell.answeredBy(() => relay.ring());
  return relay;
}

function optional<T>(token: T): { token: T; optional: true } {
  return { token, optional: true };
}
