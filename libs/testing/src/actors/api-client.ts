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

type Subject = Pick<ApiRequest, 'method' | 'path'>;
/** Called with every answer before the caller; the caller gets its error. */
export type AnswerObserver = (request: Subject, answer: ApiAnswer) => void;
/** Why an answer is an error of the system: lines of its logs. */
export type AnswerReasons = (headers: Headers) => readonly string[];

/** An answer that the caller had no use for. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';

  constructor(
    readonly request: Subject,
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

/** Calls the public interface with plain HTTP: what the SDK cannot send or would not show. */
export class ApiClient {
  constructor(
    /** Without a slash at the end. */
    readonly baseUrl: string,
    private readonly observe?: AnswerObserver,
    private readonly reasons: AnswerReasons = () => [],
  ) {}

  /** As the global one, but every answer is observed. The SDK uses it too. */
  readonly fetch: typeof fetch = async (input, init) => {
    if (!this.observe) return fetch(input, init);
    const request = new Request(input, init);
    const { method } = request;
    const path = request.url.slice(this.baseUrl.length);
    const response = await fetch(request);
    this.observe({ method, path }, await answerOf(response.clone()));
    return response;
  };

  /** Any answer is an answer; throws only when there is none. */
  async send<T = unknown>(request: ApiRequest): Promise<ApiAnswer<T>> {
    const { method, path, deadlineMs = DEADLINE_MS } = request;
    const response = await this.fetch(`${this.baseUrl}${path}`, {
      method,
      headers: headersOf(request),
      redirect: 'manual',
      signal: AbortSignal.timeout(patient(deadlineMs)),
      ...(request.rawBody !== undefined && { body: request.rawBody }),
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    });
    return answerOf(response);
  }

  /** The body of a 200; throws `UnexpectedAnswer` for anything else. */
  async call<T = unknown>(request: ApiRequest): Promise<T> {
    const answer = await this.send<T>(request);
    if (answer.status === 200) return answer.body;
    throw new UnexpectedAnswer(request, answer, this.reasonsOf(answer));
  }

  /** None unless the answer is an error of the system. */
  reasonsOf({ status, headers }: Pick<ApiAnswer, 'status' | 'headers'>): readonly string[] {
    return status >= 500 ? this.reasons(headers) : [];
  }
}

async function answerOf<T>(response: Response): Promise<ApiAnswer<T>> {
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, text, body: parsed(text) as T };
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
