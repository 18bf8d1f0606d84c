import { Pool } from 'undici';
import { PayoutBankUnavailable } from '../ports.js';

export interface BankCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

export interface BankHttpAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface PayoutHttpOptions {
  readonly baseUrl: string;
  readonly secret: string;
  readonly integrationId: string;
  /** Until the answer is complete, in ms. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 2_000;
const CONNECTIONS = 16;
/** Not let in, too slow, too early, too many: no word about what was asked. */
const SAY_NOTHING: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

/** Keep-alive connections to the simulated bank. Nothing is retried here. */
export class PayoutHttp {
  private readonly pool: Pool;

  constructor(private readonly options: PayoutHttpOptions) {
    this.pool = new Pool(new URL(options.baseUrl).origin, {
      connections: CONNECTIONS,
      connect: { timeout: CONNECT_TIMEOUT_MS },
    });
  }

  /** Throws `PayoutBankUnavailable` without an answer, and for one that says nothing of the call. */
  async send({ method, path, body }: BankCall): Promise<BankHttpAnswer> {
    const { integrationId, secret, timeoutMs = TIMEOUT_MS } = this.options;
    let answer: BankHttpAnswer;
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
      answer = { status: response.statusCode, body: await response.body.json() };
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new PayoutBankUnavailable(integrationId, { reason, cause });
    }
    const { status } = answer;
    if (status >= 500 || SAY_NOTHING.has(status)) {
      throw new PayoutBankUnavailable(integrationId, { reason: `HTTP ${status}` });
    }
    return answer;
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
