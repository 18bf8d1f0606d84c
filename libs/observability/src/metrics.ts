import { isSampled, traceIdOf } from './traceparent.js';
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type Metric,
  type OpenMetricsContentType,
  type PrometheusContentType,
} from 'prom-client';

export interface MetricOptions {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

export interface HistogramOptions extends MetricOptions {
  /** Upper bounds in the metric's unit. */
  readonly buckets?: readonly number[];
  /** Observations may name a trace: `observe({ labels, value, exemplarLabels })`. */
  readonly exemplars?: boolean;
}

export interface GaugeOptions extends MetricOptions {
  /** Read at scrape time.. */
  readonly collect?: (gauge: Gauge) => void | Promise<void>;
}

/** The default of 10 ms wakes a process without work 100 times a second. */
const EVENT_LOOP_TICK_MS = 100;
const REQUEST_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The metrics of one service. Asking twice for the same name gives the same metric, so slices need
 * not share variables. Labels hold routes, states and kinds: never IDs, their number has no bound.
 */
export class Metrics {
  readonly registry = new Registry<OpenMetricsContentType>();
  readonly #known = new Map<string, Counter | Histogram | Gauge>();

  constructor(private readonly service: string) {
    // Only such a registry takes metrics that name traces.
    this.registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  }

  /**
   * Memory, garbage collection and event-loop delay; once per process is enough. Delays are intervals
   * between two ticks, which are `EVENT_LOOP_TICK_MS` apart when nothing holds the loop up.
   */
  withProcessMetrics(): this {
    collectDefaultMetrics({
      register: this.registry,
      eventLoopMonitoringPrecision: EVENT_LOOP_TICK_MS,
    });
    return this;
  }

  counter({ name, help, labels = [] }: MetricOptions): Counter {
    return this.#once(
      name,
      () => new Counter({ name, help, labelNames: [...labels], registers: [this.registry] }),
    );
  }

  histogram({ name, help, labels = [], buckets, exemplars }: HistogramOptions): Histogram {
    return this.#once(
      name,
      () =>
        new Histogram({
          name,
          help,
          labelNames: [...labels],
          registers: [this.registry],
          buckets: [...(buckets ?? REQUEST_SECONDS)],
          ...(exemplars ? { enableExemplars: true } : {}),
        }),
    );
  }

  gauge({ name, help, labels = [], collect }: GaugeOptions): Gauge {
    return this.#once(
      name,
      () =>
        new Gauge({
          name,
          help,
          labelNames: [...labels],
          registers: [this.registry],
          ...(collect && {
            collect(this: Gauge) {
              return collect(this);
            },
          }),
        }),
    );
  }

  /** The text that Prometheus scrapes. */
  text(): Promise<string> {
    return this.#written(new Registry());
  }

  /** The same as OpenMetrics, with the traces that observations named. */
  openMetricsText(): Promise<string> {
    const writer = new Registry<OpenMetricsContentType>();
    writer.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
    return this.#written(writer);
  }

  #written(writer: Registry<PrometheusContentType> | Registry<OpenMetricsContentType>) {
    writer.setDefaultLabels({ service: this.service });
    // A writer changes the names of counters: it gets descendants, which read the same values.
    const metrics = this.registry.getMetricsAsArray() as unknown as readonly Metric[];
    for (const metric of metrics) writer.registerMetric(Object.create(metric) as Metric);
    return writer.metrics();
  }

  #once<M extends Counter | Histogram | Gauge>(name: string, make: () => M): M {
    const known = this.#known.get(name);
    if (known) return known as M;
    const made = make();
    this.#known.set(name, made);
    return made;
  }
}

/** Rate, errors and duration of the requests of one service, per operation. */
export class RequestMetrics {
  readonly #seconds: Histogram;

  constructor(metrics: Metrics) {
    this.#seconds = metrics.histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last byte of its answer.',
      labels: ['method', 'route', 'status'],
      exemplars: true,
    });
  }

  observe(
    request: {
      readonly method: string;
      readonly route: string;
      readonly status: number;
      /** W3C trace context; a trace that is not recorded anywhere is not named. */
      readonly traceparent?: string | undefined;
    },
    seconds: number,
  ): void {
    const { method, route, status, traceparent } = request;
    const trace = isSampled(traceparent) ? traceIdOf(traceparent) : undefined;
    this.#seconds.observe({
      labels: { method, route, status: String(status) },
      value: seconds,
      ...(trace ? { exemplarLabels: { trace_id: trace } } : {}),
    });
  }
}
