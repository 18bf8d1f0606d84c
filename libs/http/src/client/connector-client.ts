import { FormData, Pool } from 'undici';
import type { ConnectionOptions } from 'node:tls';

/** One question to a gateway, bank or billing system. */
export interface ConnectorCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** They win over those of the client. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. At most one of `body`, `form`, `parts` and `file`. */
  readonly body?: object;
  /** Sent as the fields of a form, URL-encoded; a name may be repeated. */
  readonly form?: readonly (readonly [name: string, value: string])[];
  /** Sent as `multipart/form-data`. */
  readonly parts?: readonly ConnectorPart[];
  /** A file in place of a JSON body. */
  readonly file?: { readonly mediaType: string; readonly content: Buffer };
  /** Ends the call before its time-out. */
  readonly signal?: AbortSignal;
  /** In place of the client's, in ms. */
  readonly timeoutMs?: number;
}

/** A field or a file of a multipart body. */
export type ConnectorPart =
  | { readonly name: string; readonly value: string }
  | {
      readonly name: string;
      readonly fileName: string;
      readonly mediaType: string;
      readonly content: Buffer;
    };

/** Names are in lower case. */
export type ConnectorHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface ConnectorText {
  readonly status: number;
  readonly headers: ConnectorHeaders;
  readonly text: string;
}

export interface ConnectorAnswer {
  readonly status: number;
  readonly headers: ConnectorHeaders;
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
  /** Sent as a bearer token; absent for a party that authorizes in another way. */
  readonly secret?: string;
  /** Of every call. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly tls?: ConnectorTls;
  readonly silence: SilenceError;
  /** Time in ms until the answer is complete; default 5 s. */
  readonly timeoutMs?: number;
}

/**
 * Our certificate with its key, as PEM or PKCS #12, for a party that asks for one; and the only
 * authorities that are trusted, the public ones when absent.
 */
export type ConnectorTls = Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'passphrase' | 'pfx'>;

/** Of a call whose connector sets no other time. */
export const CONNECTOR_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 2_000;
const CONNECTIONS = 32;
/** Refused, too slow, too early or too many: these answers say nothing about the request. */
const SAY_NOTHING: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

/**
 * Keep-alive connections from a connector to the other side. Nothing is retried here, and no redirect
 * is followed. An answer of 5xx, or one without information about the call, counts as no answer.
 */
export class ConnectorClient {
  private readonly pool: Pool;

  constructor(private readonly options: ConnectorClientOptions) {
    this.pool = new Pool(new URL(options.baseUrl).origin, {
      connections: CONNECTIONS,
      connect: { timeout: CONNECT_TIMEOUT_MS, ...options.tls },
    });
  }

  /** Throws what `silence` makes without an answer, or for one that is no JSON. */
  async send(call: ConnectorCall, silence = this.options.silence): Promise<ConnectorAnswer> {
    const { status, headers, text } = await this.sendForText(call, silence);
    try {
      return { status, headers, body: JSON.parse(text) as unknown };
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
    const { method, path } = call;
    const { secret, headers } = this.options;
    const limitMs = call.timeoutMs ?? this.options.timeoutMs ?? CONNECTOR_TIMEOUT_MS;
    const timeout = AbortSignal.timeout(limitMs);
    const { body, type } = contentOf(call);
    try {
      const response = await this.pool.request({
        method,
        path,
        headers: {
          ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
          accept: 'application/json',
          ...headers,
          ...call.headers,
          ...(type ? { 'content-type': type } : {}),
        },
        body,
        signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
      });
      const text = await response.body.text();
      return { status: response.statusCode, headers: response.headers, text };
    } catch (cause) {
      throw silence({ reason: cause instanceof Error ? cause.message : String(cause), cause });
    }
  }
}

interface Content {
  readonly body: string | Buffer | FormData | null;
  /** Undefined where the body itself decides, with the boundary of its parts. */
  readonly type?: string;
}

function contentOf({ body, form, parts, file }: ConnectorCall): Content {
  if (file) return { body: file.content, type: file.mediaType };
  if (parts) return { body: multipart(parts) };
  if (form) {
    const fields = new URLSearchParams(form.map(([name, value]) => [name, value]));
    return { body: fields.toString(), type: 'application/x-www-form-urlencoded' };
  }
  return body ? { body: JSON.stringify(body), type: 'application/json' } : { body: null };
}

function multipart(parts: readonly ConnectorPart[]): FormData {
  const data = new FormData();
  for (const part of parts) {
    if ('value' in part) data.append(part.name, part.value);
    else {
      const content = new Blob([new Uint8Array(part.content)], { type: part.mediaType });
      data.append(part.name, content, part.fileName);
    }
  }
  return data;
}
