import { Pool } from 'undici';

import { PeerUnavailable } from './peer-errors.js';

export interface TransportRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Time in ms until the answer must be complete. */
  readonly timeoutMs: number;
}

export interface TransportAnswer {
  readonly status: number;
  readonly text: string;
}

const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
const CONNECTIONS = 32;
const CONNECT_TIMEOUT_MS = 2_000;
const KEEP_ALIVE_MS = 10_000;

/**
 * Keep-alive connections to one service. It distinguishes answers from time-outs and retries
 * nothing.
 */
export class HttpTransport {
  readonly #pool: Pool;

  constructor(private readonly peer: { readonly service: string; readonly url: string }) {
    this.#pool = new Pool(new URL(peer.url).origin, {
      connections: CONNECTIONS,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      keepAliveTimeout: KEEP_ALIVE_MS,
    });
  }

  async send({
    method,
    path,
    headers,
    body,
    timeoutMs,
  }: TransportRequest): Promise<TransportAnswer> {
    try {
      const answer = await this.#pool.request({
        method: method as 'GET',
        path,
        headers,
        body: body ?? null,
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    } catch (error) {
      const { code: reported, name = 'error' } = error as { code?: unknown; name?: string };
      const code = typeof reported === 'string' ? reported : '';
      const outcome = NEVER_SENT.has(code) ? 'NOT_SENT' : 'UNKNOWN';
      const reason = code || name;
      const timedOut = name === 'TimeoutError';
      throw new PeerUnavailable(this.peer.service, outcome, { reason, timedOut, cause: error });
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
