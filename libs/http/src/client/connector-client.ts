import { Pool } from 'undici';

/** One question to a gateway, bank or billing system. */
export interface ConnectorCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
  /** A file in place of a JSON body. */
  readonly file?: { readonly mediaType: string; readonly content: Buffer };
  /** Ends the call before its time-out. */
  readonly signal?: AbortSignal;
}

export interface ConnectorText {
  readonly status: number;
  readonly text: string;
}

export interface ConnectorAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Why there is no answer. */
export interface SilenceReason {
  readonly reason: string;
  readonly cause?: unknown;
}

/** A gateway, bank or billing system did not answer: the call may have had its effect. */
export abstract class Unanswered extends Error {
  constructor(party: string, { reason, cause }: SilenceReason) {
    super(`${party} did not answer: ${reason}`, { cause });
  }
}

/** The connector's own error for an unknown outcome. */
export type SilenceError = (reason: SilenceReason) => Error;

export interface ConnectorClientOptions {
  readonly baseUrl: string;
  /** Sent as a bearer token. */
  readonly secret: string;
  readonly silence: SilenceError;
  /** Time in ms until the answer is complete; default 5 s. */
  readonly timeoutMs?: number;
}

/** Of a call whose connector sets no other time. */
export const CONNECTOR_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 2_000;
const CONNECTIONS = 32;
/** Refused, too slow, too early or too many: these answers say nothing about the request. */
const SAY_NOTHING: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

/**
 * Keep-alive connections from a connector to the other side, in JSON. Nothing is retried here. An
 * answer of 5xx, or one without information about the call, counts as no answer.
 */
export class ConnectorClient {
  private readonly pool: Pool;

  constructor(private readonly options: ConnectorClientOptions) {
    this.pool = new Pool(new URL(options.baseUrl).origin, {
      connections: CONNECTIONS,
      connect: { timeout: CONNECT_TIMEOUT_MS },
    });
  }

  /** Throws what `silence` makes without an answer, or for one that is no JSON. */
  async send(call: ConnectorCall, silence = this.options.silence): Promise<ConnectorAnswer> {
    const { status, text } = await this.sendForText(call, silence);
    try {
      return { status, body: JSON.parse(text) as unknown };
    } catch (cause) {
      throw silence({ reason: `HTTP ${status} without JSON`, cause });
    }
  }

  /** Like `send`, for callers that parse the text themselves. */
  async sendForText(call: ConnectorCall, silence = this.options.silence): Promise<ConnectorText> {
    const answer = await this.exchange(call, silence);
    const { status } = answer;
    if (status >= 500 || SAY_NOTHING.has(status)) throw silence({ reason: `HTTP ${status}` });
    return answer;
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async exchange(call: ConnectorCall, silence: SilenceError): Promise<ConnectorText> {
    const { method, path, body, file } = call;
    const timeout = AbortSignal.timeout(this.options.timeoutMs ?? CONNECTOR_TIMEOUT_MS);
    const type = file?.mediaType ?? (body ? 'application/json' : undefined);
    try {
      const response = await this.pool.request({
        method,
        path,
        headers: {
          authorization: `Bearer ${this.options.secret}`,
          accept: 'application/json',
          ...call.headers,
          ...(type ? { 'content-type': type } : {}),
        },
        body: file?.content ?? (body ? JSON.stringify(body) : null),
        signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
      });
      return { status: response.statusCode, text: await response.body.text() };
    } catch (cause) {
      throw silence({ reason: cause instanceof Error ? cause.message : String(cause), cause });
    }
  }
}
