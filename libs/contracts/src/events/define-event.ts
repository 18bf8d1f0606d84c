import type { ServiceName } from '../service-names.js';

/** Aggregates, each with its owner and its own topic. Only the owner publishes its events. */
export const AGGREGATE_OWNERS = {
  'customer-app': 'gateway',
  'login-identity': 'account-data',
  mandate: 'mandate',
  'payment-user': 'payment-link',
  'payment-link': 'payment-link',
  'payment-method': 'payment-link',
  payment: 'payment-link',
  refund: 'payment-link',
  payout: 'payment-link',
  bill: 'payment-link',
  dispute: 'dispute',
} as const satisfies Record<string, ServiceName>;
export type Aggregate = keyof typeof AGGREGATE_OWNERS;

/** Aggregates whose events carry a signature of their owner; without it they change nothing. */
const SIGNED_AGGREGATES: ReadonlySet<Aggregate> = new Set(['customer-app']);

/** One kind of event: published and consumed through this object only. */
export interface EventDefinition<P extends object = object, N extends string = string> {
  /** Wire name, past tense: `payment_link.paid`. */
  readonly name: N;
  readonly version: 1;
  readonly owner: ServiceName;
  readonly aggregate: Aggregate;
  readonly topic: string;
  readonly payload: new () => P;
  readonly description: string;
  readonly example: P;
  /** ID of the aggregate: the message key and `ce_subject`. */
  key(payload: P): string;
}

const NAME = /^([a-z]+(?:_[a-z]+)*)\.[a-z]+(?:_[a-z]+)*$/;

/** Defines the events of one aggregate. Throws if a name is not of the aggregate. */
export function eventsOf<P extends object>(
  aggregate: Aggregate,
  shared: Pick<EventDefinition<P>, 'payload' | 'key'>,
) {
  return <const N extends string>(
    name: N,
    event: { readonly description: string; readonly example: NoInfer<P> },
  ): EventDefinition<P, N> => {
    if (NAME.exec(name)?.[1] !== aggregate.replaceAll('-', '_')) {
      throw new Error(`event ${name}: the name must be <aggregate>.<past tense> of ${aggregate}`);
    }
    const owner = AGGREGATE_OWNERS[aggregate];
    return { ...shared, ...event, name, version: 1, owner, aggregate, topic: topicOf(aggregate) };
  };
}

/** Whether consumers accept the event only with a valid signature of its owner. */
export function isSigned({ aggregate }: Pick<EventDefinition, 'aggregate'>): boolean {
  return SIGNED_AGGREGATES.has(aggregate);
}

/** The topic of an aggregate's events; keyed by the aggregate's ID. */
export function topicOf(aggregate: Aggregate): string {
  return `payments.${aggregate}.events.v1`;
}

/** A Kafka consumer group: the name of a service. */
export type ConsumerGroup = ServiceName | (string & {});

/** The topic for parked messages of `topic` that the consumer `group` cannot handle. */
export function dltTopic(topic: string, group: ConsumerGroup): string {
  return `${topic}.${group}.dlt`;
}

export const TOPIC_PARTITIONS = 12;
export const TOPIC_RETENTION_DAYS = 14;

/** The topics of all aggregates; those for parked messages exist per consumer (`dltTopic`). */
export function eventTopics(): readonly string[] {
  return (Object.keys(AGGREGATE_OWNERS) as Aggregate[]).map(topicOf);
}
