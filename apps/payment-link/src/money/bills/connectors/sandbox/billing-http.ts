import { Pool } from 'undici';
import { BillingUnavailable } from '../ports.js';

export interface BillingCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

export interface BillingHttpOptions {
  readonly baseUrl: string;
  readonly secret: string;
  /** Until the answer is complete, in ms. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 2_000;
const CONNECTIONS = 4;
const NOT_FOUND = 404;

/** Keep-alive connections to the simulated billing system. Nothing is retried here. */
export class BillingHttp {
  private readonly pool: Pool;

  constructor(private readonly options: BillingHttpOptions) {
    this.pool = new Pool(new URL(options.baseUrl).origin, {
      connections: CONNECTIONS,
      connect: { timeout: CONNECT_TIMEOUT_MS },
    });
  }

  /** The body of the answer; null when there is nothing. Throws `BillingUnavailable` for the rest. */
  async send({ method, path, body }: BillingCall): Promise<unknown> {
    const { secret, timeoutMs = TIMEOUT_MS } = this.options;
    let status: number;
    let answer: unknown;
    try {
      const response = await this.pool.request({
        method,
        path,
        headers: {
          authorization: `Bearer ${secret}`,
          accept: 'application/json',
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(timeoutMs),
      });
      status = response.statusCode;
      answer = await response.body.json();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new BillingUnavailable('EXT', { reason, cause });
    }
    if (status === NOT_FOUND) return null;
    if (status === 200) return answer;
    throw new BillingUnavailable('EXT', { reason: `HTTP ${status}` });
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
