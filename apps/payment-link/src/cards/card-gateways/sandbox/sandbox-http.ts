import { Pool } from 'undici';
import { GatewayUnavailable } from '../ports.js';
import type { WireCall } from './gateway-wire.js';

export interface SandboxAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface SandboxHttpOptions {
  readonly baseUrl: string;
  readonly secret: string;
  readonly integrationId: string;
  /** Until the answer is complete, in ms. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 2_000;
const CONNECTIONS = 32;

/** Keep-alive connections to the simulated gateway. Nothing is retried here. */
export class SandboxHttp {
  private readonly pool: Pool;

  constructor(private readonly options: SandboxHttpOptions) {
    this.pool = new Pool(new URL(options.baseUrl).origin, {
      connections: CONNECTIONS,
      connect: { timeout: CONNECT_TIMEOUT_MS },
    });
  }

  /** Throws `GatewayUnavailable` without an answer, and for one that says nothing about the call. */
  async send(call: WireCall): Promise<SandboxAnswer> {
    const { integrationId, secret, timeoutMs = TIMEOUT_MS } = this.options;
    const { method, path, body } = call;
    const headers = {
      authorization: `Bearer ${secret}`,
      accept: 'application/json',
      ...call.headers,
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    let answer: SandboxAnswer;
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
      throw new GatewayUnavailable(integrationId, { reason, cause });
    }
    if (answer.status >= 500 || answer.status === 401 || answer.status === 403) {
      throw new GatewayUnavailable(integrationId, { reason: `HTTP ${answer.status}` });
    }
    return answer;
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
