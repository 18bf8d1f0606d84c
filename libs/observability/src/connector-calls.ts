import type { Counter, Histogram } from 'prom-client';
import type { Metrics } from './metrics.js';

/** What the other side sent, and what our gateway knows: no calls to the other side. */
const NO_CALLS: readonly string[] = ['readCallBacks', 'hasKeysOf'];

type Method = (...args: unknown[]) => unknown;

/**
 * Counts the answers of gateways and banks. `outcome` is the status in an answer, such as
 * `CAPTURED`, or `ANSWERED` for an answer without one. `UNAVAILABLE`: the outcome is unknown.
 * `REFUSED` and `FAILED`: other errors.
 */
export class ConnectorCalls {
  private readonly calls: Counter;
  private readonly seconds: Histogram;

  constructor(
    metrics: Metrics,
    /** For example `card gateway`. */
    private readonly kind: string,
  ) {
    this.calls = metrics.counter({
      name: 'connector_calls_total',
      help: 'Calls to gateways, banks and other systems outside, by outcome.',
      labels: ['kind', 'integration', 'call', 'outcome'],
    });
    this.seconds = metrics.histogram({
      name: 'connector_call_seconds',
      help: 'Time until a gateway, bank or other system outside has answered or not.',
      labels: ['kind', 'integration'],
    });
  }

  /** The same connector; each of its calls that takes time is counted once it has ended. */
  of<T extends object>(connector: T, integration: string): T {
    const { kind } = this;
    return new Proxy(connector, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function' || typeof name !== 'string') return value;
        if (NO_CALLS.includes(name)) return value.bind(target) as unknown;
        // What somebody put in the place of a method is no method of the connector.
        if (Object.hasOwn(target, name)) return value;
        const method = value as Method;
        return (...args: unknown[]) =>
          this.watch(method.apply(target, args), { kind, integration, call: name });
      },
    });
  }

  /** As `of`, of connectors that each have a name of their own. */
  ofAll<T extends { readonly integrationId: string }>(connectors: readonly T[]): T[] {
    return connectors.map((each) => this.of(each, each.integrationId));
  }

  private watch(result: unknown, call: WatchedCall): unknown {
    if (!(result instanceof Promise)) return result;
    const begin = performance.now();
    const ended = (outcome: string) => this.count(call, { outcome, begin });
    return result.then(
      (answer: unknown) => {
        ended(outcomeOf(answer));
        return answer;
      },
      (error: unknown) => {
        ended(failureOf(error));
        throw error;
      },
    );
  }

  private count(call: WatchedCall, end: { outcome: string; begin: number }): void {
    const { kind, integration } = call;
    this.calls.inc({ ...call, outcome: end.outcome });
    this.seconds.observe({ kind, integration }, (performance.now() - end.begin) / 1_000);
  }
}

type WatchedCall = Readonly<Record<'kind' | 'integration' | 'call', string>>;

interface StatusAnswer {
  readonly gatewayStatus?: unknown;
  readonly bankStatus?: unknown;
}

function outcomeOf(answer: unknown): string {
  const { gatewayStatus, bankStatus } = (answer ?? {}) as StatusAnswer;
  const status = gatewayStatus ?? bankStatus;
  return typeof status === 'string' ? status : 'ANSWERED';
}

/** Names of connectors' errors describe their meaning. */
function failureOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (/Unavailable$/.test(name)) return 'UNAVAILABLE';
  return /Refused$/.test(name) ? 'REFUSED' : 'FAILED';
}
