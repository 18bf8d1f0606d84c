import type { Metrics } from '@towpath/observability';
import type { Outcome } from './work.js';
import type { Origin, RawMessage } from './raw-message.js';

/** Measurements of the consumer. */
export interface ConsumerMetrics {
  handled(
    message: RawMessage,
    result: { readonly outcome: Outcome; readonly seconds: number },
  ): void;
  /** A try that is followed by another one. */
  failed(reason: string): void;
  parked(reason: string): void;
  /** An event without a valid signature, whose owner was asked instead. */
  unproved(topic: string): void;
  /** Number of messages of the partition after the last handled one. */
  lag(origin: Origin, messages: number): void;
  /** Partitions were assigned again: earlier values of their lag are invalid. */
  assigned(): void;
  connected(connected: boolean): void;
}

/** A service that consumes nothing is in no group: it has no `consumer_connected`, which would stay 0. */
export function consumerMetrics(
  metrics: Metrics,
  { consumes = true }: { readonly consumes?: boolean } = {},
): ConsumerMetrics {
  const seconds = metrics.histogram({
    name: 'consumer_handling_seconds',
    help: 'Time from a message in hand to its committed effect, by outcome.',
    labels: ['topic', 'outcome'],
  });
  const failures = metrics.counter({
    name: 'consumer_retries_total',
    help: 'Failed tries that are followed by another one, by reason.',
    labels: ['reason'],
  });
  const parked = metrics.counter({
    name: 'consumer_parked_total',
    help: 'Messages set aside, by reason.',
    labels: ['reason'],
  });
  const unproved = metrics.counter({
    name: 'consumer_unproved_total',
    help: 'Events without a valid signature, which changed nothing.',
    labels: ['topic'],
  });
  const lag = metrics.gauge({
    name: 'consumer_lag_messages',
    help: 'Messages of the partition that this process has not dealt with yet.',
    labels: ['topic', 'partition'],
  });
  const connected = consumes
    ? metrics.gauge({
        name: 'consumer_connected',
        help: 'Whether this process is a member of its consumer group.',
      })
    : undefined;
  return {
    handled: ({ topic }, result) =>
      seconds.observe({ topic, outcome: result.outcome }, result.seconds),
    failed: (reason) => failures.inc({ reason }),
    parked: (reason) => parked.inc({ reason }),
    unproved: (topic) => unproved.inc({ topic }),
    lag: ({ topic, partition }, messages) =>
      lag.set({ topic, partition: String(partition) }, Math.max(0, messages)),
    assigned: () => lag.reset(),
    connected: (is) => connected?.set(is ? 1 : 0),
  };
}
