import { Pool } from 'undici';
import { BankUnavailable } from '../ports.js';

export interface BankCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

export interface BankHttpAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface BankHttpOptions {
  readonly baseUrl: string;
  readonly secret: string;
  readonly integrationId: string;
  /** Until the answer is complete, in ms. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 2_000;
const CONNECTIONS = 32;
/** Not let in, too slow, too early, too many: no word about what was asked. */
const SAY_NOTHING: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

/** Keep-alive connections to the simulated bank. Nothing is retried here. */
export class BankHttp {
  private readonly pool: Pool;

  constructor(private readonly options: BankHttpOptions) {
    this.pool = new Pool(new URL(options.baseUrl).origin, {
      connections: CONNECTIONS,
      connect: { timeout: CONNECT_TIMEOUT_MS },
    });
  }

  /** Throws `BankUnavailable` without an answer, and for one that says nothing about the call. */
  async send({ method, path, body }: BankCall): Promise<BankHttpAnswer> {
    const { integrationId, secret, timeoutMs = TIMEOUT_MS } = this.options;
    const headers = {
      authorization: `Bearer ${secret}`,
      accept: 'application/json',
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    let answer: BankHttpAnswer;
    try {
      const response = await this.pool.request({
        method,
        path,
        headers,
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(timeoutMs),
      });
      answer = { status: response.statusCode, body: await response.body.json() };
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new BankUnavailable(integrationId, { reason, cause });
    }
    const { status } = answer;
    if (status >= 500 || SAY_NOTHING.has(status)) {
      throw new BankUnavailable(integrationId, { reason: `HTTP ${status}` });
    }
    return answer;
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
