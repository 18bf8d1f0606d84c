import type { OperationOwner } from '@towpath/contracts';
import { DomainError, ERROR_CODES, type ErrorCode } from '@towpath/kernel';
import { currentTraceparent, requestContext, withSpan } from '@towpath/observability';
import { setTimeout as delay } from 'node:timers/promises';

import { DEADLINE_HEADER, remainingBudget } from '../context/deadline.js';
import { isAllowedEdge } from './allowed-edges.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { HttpTransport, type TransportAnswer } from './http-transport.js';
import { CallRefused, PeerUnavailable } from './peer-errors.js';
import type { ServiceTokenSource } from './service-token-source.js';

export interface InternalCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with its parameters filled in (use `encodeURIComponent`). */
  readonly path: `/internal/${string}` | `/operator/${string}`;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** The call may be repeated without a second effect. Default: true for GET. */
  readonly idempotent?: boolean;
  /** Longest time in ms, within the remaining time of the running request; default 8 s. */
  readonly deadlineMs?: number;
  /** No service token: for routes that authenticate by themselves. */
  readonly anonymous?: boolean;
  /**
   * A token that was signed for this call, in place of the service's own. The target judges whom it
   * names, so its refusals are for our own caller.
   */
  readonly token?: string;
  /** The target judges what our own caller wrote, so its `INVALID_REQUEST` is for that caller. */
  readonly judgesInput?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface InternalClientOptions {
  readonly service: OperationOwner;
  /** Base URL of the internal port of a service; undefined when none is configured. */
  readonly urlOf: (target: OperationOwner) => string | undefined;
  readonly tokens: () => ServiceTokenSource;
}

interface Target {
  readonly transport: HttpTransport;
  readonly breaker: CircuitBreaker;
}

interface Time {
  readonly timeoutMs: number;
  /** Whether the call has less than its own deadline: then the target is not blamed for the time. */
  readonly shortened: boolean;
}

interface Sending extends Time {
  readonly call: InternalCall;
  readonly authorization: Readonly<Record<string, string>>;
}

/** Less than the budget of a request, so that a call made early in it has its whole time. */
const CALL_DEADLINE_MS = 8_000;
/** A call with at least this share of its deadline left counts as a call with the full time. */
const WHOLE_TIME = 0.9;

const MAX_ATTEMPTS = 3;
const SERVICE_UNAVAILABLE = 503;
const RETRY_PAUSE_MS = 50;

/**
 * Calls other services along the allowed edges: within the request's deadline, retried only where
 * repeating is safe, refused at once while the target fails. A refusal of the target arrives as the
 * same `DomainError`; everything else as `PeerUnavailable`, which answers 503.
 */
export class InternalClient {
  readonly #targets = new Map<OperationOwner, Target>();

  constructor(private readonly options: InternalClientOptions) {}

  /** The parsed JSON answer, undefined when it is empty. */
  async call<T>(target: OperationOwner, call: InternalCall): Promise<T> {
    const { service } = this.options;
    if (!isAllowedEdge(service, target)) throw new Error(`${service} may not call ${target}`);
    const name = `${call.method} ${call.path.split('?')[0] ?? ''}`;
    const answer = await withSpan(name, { 'peer.service': target }, () =>
      this.#attempts(target, call),
    );
    return read<T>(target, call, answer);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#targets.values()].map(({ transport }) => transport.close()));
    this.#targets.clear();
  }

  async #attempts(target: OperationOwner, call: InternalCall): Promise<TransportAnswer> {
    const repeatable = call.idempotent ?? call.method === 'GET';
    const ownMs = call.deadlineMs ?? CALL_DEADLINE_MS;
    const endsAt = performance.now() + remainingBudget(ownMs);
    let mayBeSeen = false;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const timeoutMs = Math.floor(endsAt - performance.now());
        return await this.#once(target, call, {
          timeoutMs,
          shortened: timeoutMs < ownMs * WHOLE_TIME,
        });
      } catch (error) {
        if (!(error instanceof PeerUnavailable)) throw error;
        mayBeSeen ||= error.outcome === 'UNKNOWN';
        const pauseMs = RETRY_PAUSE_MS * attempt * (1 + Math.random());
        const isLast = attempt === MAX_ATTEMPTS || (mayBeSeen && !repeatable);
        if (isLast || performance.now() + pauseMs >= endsAt) {
          throw mayBeSeen ? outcomeUnknown(error) : error;
        }
        await delay(pauseMs);
      }
    }
  }

  async #once(target: OperationOwner, call: InternalCall, time: Time): Promise<TransportAnswer> {
    if (time.timeoutMs <= 0) throw notSent(target, 'the deadline has passed');
    const authorization = await this.#authorization(target, call);
    const answer = await this.#send(target, { call, authorization, ...time });
    if (answer.status !== 401 || call.anonymous || call.token) return answer;
    // a 401 means that nothing was done: a new token may be tried whatever the call is
    this.options.tokens().forget(target);
    const renewed = await this.#authorization(target, call);
    return this.#send(target, { call, authorization: renewed, ...time });
  }

  /** Without a token no call can be sent, whatever the failure of the mint. */
  async #authorization(
    target: OperationOwner,
    { anonymous, token }: InternalCall,
  ): Promise<Record<string, string>> {
    if (anonymous) return {};
    if (token) return { authorization: `Bearer ${token}` };
    try {
      return { authorization: `Bearer ${await this.options.tokens().tokenFor(target)}` };
    } catch (cause) {
      if (!(cause instanceof PeerUnavailable)) throw cause;
      const reason = 'there is no token for it';
      const { isWithheld } = cause;
      throw new PeerUnavailable(target, 'NOT_SENT', { reason, cause, isWithheld });
    }
  }

  async #send(target: OperationOwner, sending: Sending): Promise<TransportAnswer> {
    const { call, authorization, timeoutMs } = sending;
    const { transport, breaker } = this.#targetOf(target);
    const admitted = breaker.admit();
    if (!admitted) throw withheld(target);
    try {
      const answer = await transport.send({
        method: call.method,
        path: call.path + queryText(call.query),
        headers: { ...headersOf(call, timeoutMs), ...authorization },
        timeoutMs,
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      });
      if (answer.status >= 500) {
        const reason = `HTTP ${answer.status}`;
        throw new PeerUnavailable(target, 'UNKNOWN', { reason, status: answer.status });
      }
      admitted.settle('SUCCEEDED');
      return answer;
    } catch (error) {
      admitted.settle(sending.shortened && isAboutTime(error) ? 'UNTOLD' : 'FAILED');
      throw error;
    }
  }

  #targetOf(target: OperationOwner): Target {
    let known = this.#targets.get(target);
    if (!known) {
      const url = this.options.urlOf(target);
      if (!url) throw new Error(`the internal URL of ${target} is not configured`);
      known = {
        transport: new HttpTransport({ service: target, url }),
        breaker: new CircuitBreaker(),
      };
      this.#targets.set(target, known);
    }
    return known;
  }
}

/** A later try that was never sent does not undo the possible effect of an earlier one. */
function outcomeUnknown(last: PeerUnavailable): PeerUnavailable {
  if (last.outcome === 'UNKNOWN') return last;
  return new PeerUnavailable(last.service, 'UNKNOWN', {
    reason: 'an earlier try had no answer, and no later one arrived',
    cause: last,
  });
}

/** Whether more time might have helped: there was no answer yet, or 503 as by a target in a hurry. */
function isAboutTime(error: unknown): boolean {
  if (!(error instanceof PeerUnavailable)) return false;
  return error.timedOut || error.status === SERVICE_UNAVAILABLE;
}

function notSent(target: OperationOwner, reason: string): PeerUnavailable {
  return new PeerUnavailable(target, 'NOT_SENT', { reason });
}

function withheld(target: OperationOwner): PeerUnavailable {
  const reason = 'it failed repeatedly, the next try is later';
  return new PeerUnavailable(target, 'NOT_SENT', { reason, isWithheld: true });
}

function headersOf(call: InternalCall, timeoutMs: number): Record<string, string> {
  const requestId = requestContext.current()?.requestId;
  const traceparent = currentTraceparent();
  return {
    accept: 'application/json',
    [DEADLINE_HEADER]: String(timeoutMs),
    ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(requestId ? { 'x-request-id': requestId } : {}),
    ...(traceparent ? { traceparent } : {}),
    ...call.headers,
  };
}

function queryText(query: InternalCall['query']): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** Errors of our own request, which must not reach our caller. */
const OURS: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'UNAUTHORIZED',
  'TOKEN_EXPIRED',
  'INSUFFICIENT_SCOPE',
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
];

function read<T>(
  target: OperationOwner,
  { judgesInput = false, token }: InternalCall,
  { status, text }: TransportAnswer,
): T {
  if (status < 400) return (text === '' ? undefined : JSON.parse(text)) as T;
  const refusal = refusalOf(text);
  const isOfInput = judgesInput && refusal?.code === 'INVALID_REQUEST';
  const isTheirs = isOfInput || (token !== undefined && status !== 401);
  if (refusal && status < 500 && (isTheirs || !OURS.includes(refusal.code))) throw refusal;
  throw new CallRefused(target, status, refusal);
}

function refusalOf(text: string): DomainError | undefined {
  let answer: { error?: { error_code?: unknown; details?: unknown } } | undefined;
  try {
    answer = JSON.parse(text) as typeof answer;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const code = answer?.error?.error_code;
  if (!ERROR_CODES.some((known) => known === code)) return undefined;
  const details = answer?.error?.details;
  return new DomainError(code as ErrorCode, typeof details === 'string' ? details : '');
}
