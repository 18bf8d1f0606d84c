import type { ServiceName } from '@towpath/contracts';
import { CircuitBreaker, PeerUnavailable } from '@towpath/http';
import { Pool, type Dispatcher } from 'undici';
import { AnswerRelay, type ForwardedAnswer } from './forwarded-answer.js';

const CONNECTIONS = 64;
const CONNECT_MS = 1_000;
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

export interface ForwardedRequest {
  readonly method: Dispatcher.HttpMethod;
  /** Path and query, as received. */
  readonly path: string;
  readonly headers: Record<string, string | string[]>;
  readonly body: Dispatcher.DispatchOptions['body'];
  readonly timeoutMs: number;
}

/** One service behind the gateway: its connections and its circuit breaker. */
export class ServiceTarget {
  private readonly pool: Pool;
  private readonly breaker = new CircuitBreaker();

  constructor(
    readonly service: ServiceName,
    url: string,
  ) {
    this.pool = new Pool(url, {
      connections: CONNECTIONS,
      pipelining: 1,
      connect: { timeout: CONNECT_MS },
    });
  }

  /** Throws `PeerUnavailable` when the service cannot be reached, does not answer or is cut off. */
  async send(
    { timeoutMs, ...request }: ForwardedRequest,
    relay: AnswerRelay,
  ): Promise<ForwardedAnswer> {
    if (!this.breaker.admits()) {
      throw new PeerUnavailable(this.service, 'NOT_SENT', { reason: 'it failed repeatedly' });
    }
    try {
      const times = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
      this.pool.dispatch({ ...request, ...times }, relay);
      const answer = await relay.answer;
      this.breaker.succeeded();
      return answer;
    } catch (error) {
      if (relay.cutOffBecause) {
        // The caller left, or sent too much: no news about the service.
        this.breaker.succeeded();
        throw relay.cutOffBecause;
      }
      this.breaker.failed();
      const code = (error as { code?: string }).code ?? '';
      const outcome = NEVER_SENT.has(code) ? 'NOT_SENT' : 'UNKNOWN';
      throw new PeerUnavailable(this.service, outcome, { reason: code || 'error', cause: error });
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}

export class ServiceTargets {
  private readonly targets: ReadonlyMap<ServiceName, ServiceTarget>;

  constructor(urls: Readonly<Partial<Record<ServiceName, string>>>) {
    this.targets = new Map(
      Object.entries(urls).map(([name, url]) => {
        const service = name as ServiceName;
        return [service, new ServiceTarget(service, url)];
      }),
    );
  }

  of(service: ServiceName): ServiceTarget {
    const target = this.targets.get(service);
    if (target) return target;
    throw new PeerUnavailable(service, 'NOT_SENT', { reason: 'its address is not configured' });
  }

  async close(): Promise<void> {
    await Promise.all([...this.targets.values()].map((target) => target.close()));
  }
}
