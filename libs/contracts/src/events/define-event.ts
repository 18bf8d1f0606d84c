import type { ServiceName } from '../service-names.js';
import type { WebhookEventType } from '../webhooks/event-types.js';
import { EXAMPLE, type EventPayload } from './payload.js';

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

type WebhookOf<P> = WebhookEventType | ((payload: P) => WebhookEventType | null);

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
  /** The public name that customer apps receive it under; absent if they do not. */
  readonly webhook?: WebhookOf<P> | undefined;
  /** ID of the aggregate: the message key and `ce_subject`. */
  key(payload: P): string;
}

const NAME = /^([a-z]+(?:_[a-z]+)*)\.[a-z]+(?:_[a-z]+)*$/;

/** An event among those of its aggregate; `example` states what differs from theirs. */
interface EventEntry<P> {
  readonly description: string;
  readonly example?: Partial<P>;
  readonly webhook?: WebhookOf<P>;
}

/** Defines the events of one aggregate. Throws if a name is not of the aggregate. */
export function eventsOf<P extends EventPayload, const N extends string>(
  aggregate: Aggregate,
  shared: {
    readonly payload: new () => P;
    readonly key: (payload: NoInfer<P>) => string;
    readonly example: Omit<NoInfer<P>, keyof EventPayload>;
  },
  events: Readonly<Record<N, EventEntry<NoInfer<P>>>>,
): { readonly [Name in N]: EventDefinition<P, Name> } {
  const { customer_app_id, occurred_at } = EXAMPLE;
  const owner = AGGREGATE_OWNERS[aggregate];
  const definitions = Object.entries<EventEntry<P>>(events).map(([name, event]) => {
    if (NAME.exec(name)?.[1] !== aggregate.replaceAll('-', '_')) {
      throw new Error(`event ${name}: the name must be <aggregate>.<past tense> of ${aggregate}`);
    }
    const example = { customer_app_id, occurred_at, ...shared.example, ...event.example };
    const topic = topicOf(aggregate);
    return [name, { ...shared, ...event, example, name, version: 1, owner, aggregate, topic }];
  });
  return Object.fromEntries(definitions) as { readonly [Name in N]: EventDefinition<P, Name> };
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
