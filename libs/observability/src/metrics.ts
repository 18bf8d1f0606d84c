import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type CollectFunction,
} from 'prom-client';

export interface MetricOptions {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

export interface HistogramOptions extends MetricOptions {
  /** Upper bounds in the metric's unit. */
  readonly buckets?: readonly number[];
}

export interface GaugeOptions extends MetricOptions {
  /** Read at scrape time.. */
  readonly collect?: (gauge: Gauge) => void | Promise<void>;
}

const REQUEST_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The metrics of one service. Asking twice for the same name gives the same metric, so slices need
 * not share variables. Labels hold routes, states and kinds: never IDs, their number has no bound.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly #known = new Map<string, Counter | Histogram | Gauge>();

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
  }

  /** Memory, garbage collection and event-loop delay; once per process is enough. */
  withProcessMetrics(): this {
    collectDefaultMetrics({ register: this.registry });
    return this;
  }

  counter({ name, help, labels = [] }: MetricOptions): Counter {
    return this.#once(
      name,
      () => new Counter({ name, help, labelNames: [...labels], registers: [this.registry] }),
    );
  }

  histogram({ name, help, labels = [], buckets }: HistogramOptions): Histogram {
    return this.#once(
      name,
      () =>
        new Histogram({
          name,
          help,
          labelNames: [...labels],
          registers: [this.registry],
          buckets: [...(buckets ?? REQUEST_SECONDS)],
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
          ...(collect ? { collect: collector(collect) } : {}),
        }),
    );
  }

  /** The text that Prometheus scrapes. */
  text(): Promise<string> {
    return this.registry.metrics();
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
    });
  }

  observe(
    request: { readonly method: string; readonly route: string; readonly status: number },
    seconds: number,
  ): void {
    const { method, route, status } = request;
    this.#seconds.observe({ method, route, status: String(status) }, seconds);
  }
}

function collector(collect: (gauge: Gauge) => void | Promise<void>): CollectFunction<Gauge> {
  return function read(this: Gauge) {
    return collect(this);
  };
}
