import type { Metrics } from '@towpath/observability';

/** Measurements of the relay. */
export interface RelayMetrics {
  /** Events acknowledged by Kafka and marked. */
  published(count: number): void;
  /** Age of the oldest unpublished event in seconds; 0 when there is none, or another relay leads. */
  age(seconds: number): void;
  /** 1 while this process leads. */
  leads(leads: boolean): void;
  /** Keys whose events the broker refuses. */
  refusedKeys(count: number): void;
}

export function relayMetrics(metrics: Metrics): RelayMetrics {
  const published = metrics.counter({
    name: 'outbox_published_total',
    help: 'Events published to Kafka.',
  });
  const age = metrics.gauge({
    name: 'outbox_age_seconds',
    help: 'Age of the oldest event that is committed and not yet published.',
  });
  const leader = metrics.gauge({
    name: 'outbox_relay_leader',
    help: 'Whether this process publishes the events of the service.',
  });
  const refused = metrics.gauge({
    name: 'outbox_refused_keys',
    help: 'Aggregates whose events wait because the broker refuses one of them.',
  });
  return {
    published: (count) => published.inc(count),
    age: (seconds) => age.set(seconds),
    leads: (leads) => leader.set(leads ? 1 : 0),
    refusedKeys: (count) => refused.set(count),
  };
}
