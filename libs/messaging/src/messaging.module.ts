import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { eventRegistry, isSigned } from '@towpath/contracts';
import { createLogger, HealthRegistry, Metrics, type Logger } from '@towpath/observability';
import { DatabasePools, Transactions } from '@towpath/persistence';
import { Backlog } from './backlog.js';
import { consumerMetrics } from './consume/consumer-metrics.js';
import { CustomerAppResolver, NoCustomerAppResolver } from './consume/customer-app-resolver.js';
import { EventConsumer } from './consume/event-consumer.js';
import { KafkaEventStrategy } from './consume/kafka-event.strategy.js';
import { GroupLag } from './kafka/group-lag.js';
import { securityIn } from './kafka/broker-security.js';
import { createKafkaClient } from './kafka/kafka-client.js';
import { serviceTopics } from './kafka/service-topics.js';
import { MessagingLifecycle } from './messaging-lifecycle.js';
import { MESSAGING_OPTIONS, type MessagingOptions } from './messaging-options.js';
import { KafkaEventPublisher } from './outbox/event-publisher.js';
import { OutboxRelay } from './outbox/outbox-relay.js';
import { relayMetrics } from './outbox/relay-metrics.js';
import { ParkedMessages } from './parking/parked-messages.js';
import { EventSigner, EventVerifier, NoEventVerifier } from './signature.js';

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
    const bootstrapped = bootstrap.promise;
    const exported = providersOf({ ...options, logger, bootstrapped });
    return {
      module: MessagingModule,
      global: true,
      providers: [...exported, lifecycleProvider(bootstrap.resolve)],
      exports: exported,
    };
  }
}

type Options = MessagingOptions & {
  readonly logger: Logger;
  readonly bootstrapped: Promise<void>;
};

function providersOf(options: Options): Provider[] {
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
          check: () => serviceTopics(options).check(),
          bootstrapped: options.bootstrapped,
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

function consumerProvider(options: Options, kafka: ReturnType<typeof createKafkaClient>): Provider {
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
        resolver: resolver ?? new NoCustomerAppResolver(),
        verifier: verifier ?? new NoEventVerifier(),
        logger,
        metrics: metricsOf(metrics),
        prepare: () => serviceTopics(options).ensure(),
        tuning: tuning?.consumer ?? {},
      }),
  };
}

function relayOf(
  options: Options,
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
    prepare: () => serviceTopics(options).ensure(),
    tuning: options.tuning?.relay ?? {},
  });
  pools?.doorbell.answeredBy(() => relay.ring());
  return relay;
}

function lifecycleProvider(onBootstrap: () => void): Provider {
  return {
    provide: MessagingLifecycle,
    inject: [MESSAGING_OPTIONS, EventConsumer, OutboxRelay, GroupLag, optional(HealthRegistry)],
    useFactory: (
      { publishes }: MessagingOptions,
      ...parts: [EventConsumer, OutboxRelay, GroupLag, HealthRegistry?]
    ) => {
      const [consumer, everyRelay, lag, health] = parts;
      const relay = publishes ? everyRelay : undefined;
      return new MessagingLifecycle({ consumer, relay, lag, health, onBootstrap });
    },
  };
}

function optional<T>(token: T): { token: T; optional: true } {
  return { token, optional: true };
}
