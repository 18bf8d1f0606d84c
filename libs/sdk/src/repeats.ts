import type { AppTokens } from './app-tokens.js';
import { TowpathError } from './towpath-error.js';

export interface RepeatOptions {
  /** How often a call is repeated at most; 3 if absent. */
  readonly maxRepeats?: number;
  /** The longest wait before the first repeat, in milliseconds; it doubles each time. 500 if absent. */
  readonly firstWaitMs?: number;
  /** How long one try may take, in milliseconds; 30,000 if absent. */
  readonly timeoutMs?: number;
}

interface Calls extends RepeatOptions {
  readonly fetch: typeof fetch;
  readonly tokens: AppTokens;
}

const IDEMPOTENCY_KEY = 'idempotency-key';
/** Refused before anything happened. */
const TOO_MANY = 429;
/** Nobody knows whether something happened. */
const UNCERTAIN: readonly number[] = [502, 503, 504];
/** A try with the same key is still at work. */
const IN_PROGRESS = 409;
const UNAUTHORIZED = 401;
const LONGEST_WAIT_MS = 60_000;
const MS_PER_S = 1_000;

/**
 * A `fetch` that repeats what is safe to repeat: reads, requests for tokens, calls with an
 * idempotency key, and links, which their own reference makes unique. Others are repeated only if
 * they were refused before anything happened. A refused token of the app is replaced once.
 */
export function repeating({
  fetch,
  tokens,
  ...options
}: Calls): (request: Request) => Promise<Response> {
  const { maxRepeats = 3, firstWaitMs = 500, timeoutMs = 30_000 } = options;

  const tryOnce = (request: Request): Promise<Response> => {
    const limits = [request.signal, AbortSignal.timeout(timeoutMs)];
    const answer = fetch(new Request(request.clone(), { signal: AbortSignal.any(limits) }));
    return isSafeToRepeat(request) ? wholly(answer) : answer;
  };

  const withValidToken = async (request: Request): Promise<Response> => {
    const answer = await tryOnce(request);
    if (answer.status !== UNAUTHORIZED) return answer;
    const token = await orAborted(request.signal, tokens.insteadOf(bearerOf(request)));
    if (token === undefined) return answer;
    request.headers.set('authorization', `Bearer ${token}`);
    return tryOnce(request);
  };

  return async (request) => {
    for (let repeats = 0; ; repeats += 1) {
      const outcome = await settled(withValidToken(request));
      const waitMs = waitOf(outcome, { request, longestMs: firstWaitMs * 2 ** repeats });
      if (repeats >= maxRepeats || waitMs === undefined) {
        if (outcome instanceof Response) return outcome;
        throw outcome.lost;
      }
      await pause(waitMs, request.signal);
    }
  };
}

/** The result of the work; the reason of the signal if it comes first. The work itself goes on. */
export function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const passed = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return orAborted(signal, passed).finally(() => clearTimeout(timer));
}

/** An answer can be lost in its body too. Files are left to the caller, who may read them in parts. */
async function wholly(answering: Promise<Response>): Promise<Response> {
  const answer = await answering;
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  if (!answer.body || !isJson) return answer;
  return new Response(await answer.arrayBuffer(), answer);
}

type Outcome = Response | { readonly lost: unknown };

function settled(answer: Promise<Response>): Promise<Outcome> {
  return answer.catch((lost: unknown) => ({ lost }));
}

interface Repeat {
  readonly request: Request;
  readonly longestMs: number;
}

/** Milliseconds until a repeat; undefined if there is to be none. */
function waitOf(outcome: Outcome, { request, longestMs }: Repeat): number | undefined {
  const isSafe = isSafeToRepeat(request);
  // Calls that failed together do not come back together.
  const waitMs = longestMs * (0.5 + Math.random() / 2);
  if (!(outcome instanceof Response)) {
    // A token was refused: to ask again and again would lock the address of the app out.
    return isSafe && !(outcome.lost instanceof TowpathError) ? waitMs : undefined;
  }
  const { status, headers } = outcome;
  const isKeyed = request.headers.has(IDEMPOTENCY_KEY);
  const isWorthIt =
    status === TOO_MANY ||
    (isSafe && UNCERTAIN.includes(status)) ||
    (isKeyed && status === IN_PROGRESS);
  if (!isWorthIt) return undefined;
  const requestedMs = requestedWaitMs(headers.get('retry-after'));
  return requestedMs !== undefined && requestedMs > LONGEST_WAIT_MS
    ? undefined
    : (requestedMs ?? waitMs);
}

function isSafeToRepeat({ method, headers, url }: Request): boolean {
  const { pathname } = new URL(url);
  return (
    method === 'GET' ||
    headers.has(IDEMPOTENCY_KEY) ||
    pathname.endsWith('/payment_links') ||
    pathname.endsWith('/auth/customer/token')
  );
}

/** `Retry-After`, in seconds or as a date. */
function requestedWaitMs(requested: string | null): number | undefined {
  if (requested === null) return undefined;
  const ms = /^\d+$/.test(requested)
    ? Number(requested) * MS_PER_S
    : Date.parse(requested) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function bearerOf({ headers }: Request): string {
  return (headers.get('authorization') ?? '').replace(/^Bearer /, '');
}
