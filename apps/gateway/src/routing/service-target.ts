import type { ServiceName } from '@towpath/contracts';
import { CircuitBreaker, PeerUnavailable, type AdmittedCall } from '@towpath/http';
import { DomainError, awaitedLater } from '@towpath/kernel';
import { Pool, type Dispatcher } from 'undici';
import { AnswerRelay, type ForwardedAnswer } from './forwarded-answer.js';
import { Slots, type Waiting } from './slots.js';

const PATIENCE_MS = 1_000;

const OK = 200;

/** Asks a service over a separate connection whether it is live; one request at a time. */
class LiveProbe {
  private readonly pool: Pool;
  private asking: Promise<boolean> | undefined;

  constructor(url: string) {
    this.pool = new Pool(url, { connections: 1, connect: { timeout: PATIENCE_MS } });
  }

  /** False when there is no answer within a second. Never rejects. */
  lives(): Promise<boolean> {
    this.asking ??= awaitedLater(this.ask().finally(() => (this.asking = undefined)));
    return this.asking;
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }

  private async ask(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await this.pool.request({ method: 'GET', path: '/health/live', signal });
      await answer.body.dump();
      return answer.statusCode === OK;
    } catch {
      // Whatever it was, the service did not answer.
      return false;
    }
  }
}

const CONNECTIONS = 64;
const WAITING_LIMIT = 4_096;
/** TCP asks again after a second: one lost packet does not make a service unavailable. */
const CONNECT_MS = 2_500;
/** After a wait of so long in ms without an answer, the service is asked whether it is live. */
const SUSPICIOUS_MS = 1_000;
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

interface ForwardedRequest {
  readonly method: Dispatcher.HttpMethod;
  /** Path and query, as received. */
  readonly path: string;
  readonly headers: Record<string, string | string[]>;
  readonly body: Buffer | null;
  /** Time in ms for the queue, the request and the whole answer. */
  readonly timeoutMs: number;
  /** The time is for the beginning of the answer; both connections end when nothing moves on them. */
  readonly streams: boolean;
}

/** One service behind the gateway: its connections and its circuit breaker. */
export class ServiceTarget {
  private readonly pool: Pool;
  private readonly probe: LiveProbe;
  private readonly breaker = new CircuitBreaker();
  private readonly slots = new Slots({ places: CONNECTIONS, waitingLimit: WAITING_LIMIT });
  private answeredAt = 0;

  constructor(
    readonly service: ServiceName,
    url: string,
  ) {
    this.pool = new Pool(url, {
      connections: CONNECTIONS,
      pipelining: 1,
      connect: { timeout: CONNECT_MS },
    });
    this.probe = new LiveProbe(url);
  }

  /** Throws `PeerUnavailable` when the service cannot be reached, does not answer or is cut off. */
  async send(request: ForwardedRequest, relay: AnswerRelay): Promise<ForwardedAnswer> {
    const place = this.slots.take();
    if (!place) throw this.notSent('too many requests wait for it');
    const timer = setTimeout(() => relay.cut(this.tooLate(relay)), request.timeoutMs);
    void relay.ended.then(() => {
      clearTimeout(timer);
      place.leave();
    });
    try {
      const answer = await this.inTurn(place, { request, relay });
      if (request.streams) clearTimeout(timer);
      return answer;
    } catch (error) {
      // Nothing was sent, or it is over: the place is free again.
      relay.cut(error as Error);
      throw error;
    }
  }

  close(): Promise<unknown> {
    return Promise.all([this.pool.close(), this.probe.close()]);
  }

  private async inTurn(
    place: Waiting,
    { request, relay }: { readonly request: ForwardedRequest; readonly relay: AnswerRelay },
  ): Promise<ForwardedAnswer> {
    await Promise.race([place.ready, relay.answer]);
    const admitted = await this.admit();
    if (relay.cutOffBecause) {
      admitted.settle('UNTOLD');
      throw relay.cutOffBecause;
    }
    const sentAt = performance.now();
    try {
      const { method, path, headers, body } = request;
      const noTimes = { headersTimeout: 0, bodyTimeout: 0 };
      this.pool.dispatch({ method, path, headers, body, ...noTimes }, relay);
      const answer = await relay.answer;
      this.answeredAt = performance.now();
      admitted.settle('SUCCEEDED');
      return answer;
    } catch (error) {
      throw this.failure(error, { admitted, relay, sentAt });
    }
  }

  /** A trial first asks whether the service is live, so that no caller waits for a frozen one. */
  private async admit(): Promise<AdmittedCall> {
    const admitted = this.breaker.admit();
    if (!admitted) throw this.notSent('it failed repeatedly');
    if (admitted.isTrial && !(await this.probe.lives())) {
      admitted.settle('FAILED');
      throw this.notSent('it still does not answer');
    }
    return admitted;
  }

  private failure(
    error: unknown,
    call: {
      readonly admitted: AdmittedCall;
      readonly relay: AnswerRelay;
      readonly sentAt: number;
    },
  ): unknown {
    const { admitted, relay, sentAt } = call;
    if (relay.cutOffBecause) {
      const tooLate = relay.cutOffBecause instanceof PeerUnavailable;
      admitted.settle(tooLate ? 'FAILED' : 'UNTOLD');
      if (!tooLate) this.doubt(sentAt);
      return relay.cutOffBecause;
    }
    const code = (error as { code?: string }).code ?? '';
    if (code === 'UND_ERR_INVALID_ARG') {
      admitted.settle('UNTOLD');
      return new DomainError('INVALID_REQUEST', 'The path or a header has forbidden characters.');
    }
    admitted.settle('FAILED');
    const outcome = NEVER_SENT.has(code) ? 'NOT_SENT' : 'UNKNOWN';
    return new PeerUnavailable(this.service, outcome, { reason: code || 'error', cause: error });
  }

  /** Callers with little patience all leave a frozen service before its time is over. */
  private doubt(sentAt: number): void {
    const now = performance.now();
    if (now - sentAt < SUSPICIOUS_MS || this.answeredAt > sentAt) return;
    void this.probe.lives().then((lives) => {
      if (!lives && this.answeredAt < sentAt) this.breaker.open();
    });
  }

  private tooLate(relay: AnswerRelay): PeerUnavailable {
    const outcome = relay.started ? 'UNKNOWN' : 'NOT_SENT';
    return new PeerUnavailable(this.service, outcome, { reason: 'no answer', timedOut: true });
  }

  /** Nothing was tried: every other request would fare the same. */
  private notSent(reason: string): PeerUnavailable {
    return new PeerUnavailable(this.service, 'NOT_SENT', { reason, isWithheld: true });
  }
}

/** The services behind the gateway, by name. */
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
