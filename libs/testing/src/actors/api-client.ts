import { patient } from '@towpath/local-system';

export interface ApiRequest {
  readonly method: string;
  /** With its query string. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, in place of `body`. */
  readonly rawBody?: string | Uint8Array<ArrayBuffer>;
  /** Bearer token. */
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds; 30 s when absent. */
  readonly deadlineMs?: number;
}

export interface ApiAnswer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON; undefined when the answer is something else. */
  readonly body: T;
}

/** Called with every answer before the caller; the caller gets its error. */
export type AnswerObserver = (request: ApiRequest, answer: ApiAnswer) => void;
/** Why an answer is an error of the system: lines of its logs. */
export type AnswerReasons = (answer: ApiAnswer) => readonly string[];

/** An answer that the caller had no use for. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';

  constructor(
    readonly request: Pick<ApiRequest, 'method' | 'path'>,
    readonly answer: ApiAnswer,
    /** Lines that say why, when the one who asked has them. */
    reasons: readonly string[] = [],
  ) {
    const { status, text } = answer;
    const summary = `${request.method} ${request.path} answered ${status}: ${text.slice(0, 500)}`;
    super([summary, ...reasons].join('\n'));
  }
}

const DEADLINE_MS = 30_000;

/** Calls the public interface like a program of a customer: plain HTTP, without our libraries. */
export class ApiClient {
  constructor(
    /** Without a slash at the end. */
    readonly baseUrl: string,
    private readonly observe: AnswerObserver = () => undefined,
    private readonly reasons: AnswerReasons = () => [],
  ) {}

  /** Any answer is an answer; throws only when there is none. */
  async send<T = unknown>(request: ApiRequest): Promise<ApiAnswer<T>> {
    const { method, path, deadlineMs = DEADLINE_MS } = request;
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: headersOf(request),
      redirect: 'manual',
      signal: AbortSignal.timeout(patient(deadlineMs)),
      ...(request.rawBody !== undefined && { body: request.rawBody }),
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    });
    const text = await response.text();
    const { status, headers } = response;
    const answer = { status, headers, text, body: parsed(text) as T };
    this.observe(request, answer);
    return answer;
  }

  /** The body of a 200; throws `UnexpectedAnswer` for anything else. */
  async call<T = unknown>(request: ApiRequest): Promise<T> {
    const answer = await this.send<T>(request);
    if (answer.status === 200) return answer.body;
    throw new UnexpectedAnswer(request, answer, answer.status >= 500 ? this.reasons(answer) : []);
  }
}

function headersOf({ body, token, headers }: ApiRequest): Record<string, string> {
  return {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...headers,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
