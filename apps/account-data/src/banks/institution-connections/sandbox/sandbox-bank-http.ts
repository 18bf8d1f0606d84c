import { Pool } from 'undici';
import { BankUnavailable } from '../institution-connector.js';

export interface SandboxBankHttpOptions {
  readonly baseUrl: string;
  readonly secret: string;
  /** Until the answer is complete, in ms; the simulated bank may take 5 s on purpose. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 20_000;
const CONNECT_TIMEOUT_MS = 2_000;
const CONNECTIONS = 32;

/** Keep-alive connections to the simulated bank. Nothing is retried here. */
export class SandboxBankHttp {
  private readonly pool: Pool;

  constructor(private readonly options: SandboxBankHttpOptions) {
    this.pool = new Pool(new URL(options.baseUrl).origin, {
      connections: CONNECTIONS,
      connect: { timeout: CONNECT_TIMEOUT_MS },
    });
  }

  /** The answer of the bank. Throws `BankUnavailable` for everything but 200. */
  async post(
    path: `/bank/data/${string}`,
    body: { readonly institution_id: string },
    signal?: AbortSignal,
  ): Promise<unknown> {
    const { secret, timeoutMs = TIMEOUT_MS } = this.options;
    const { institution_id: institutionId } = body;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await this.pool.request({
        method: 'POST',
        path,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const read = await answer.body.json();
      if (answer.statusCode === 200) return read;
      throw new BankUnavailable(institutionId, { reason: `HTTP ${answer.statusCode}` });
    } catch (cause) {
      if (cause instanceof BankUnavailable) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new BankUnavailable(institutionId, { reason, cause });
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
