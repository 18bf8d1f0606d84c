import { ConnectorClient, type SilenceError } from '@towpath/http';
import { BankUnavailable } from './institution-connector.js';

interface SandboxBankHttpOptions {
  readonly baseUrl: string;
  readonly secret: string;
  /** Until the answer is complete, in ms; the simulated bank may take 5 s on purpose. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 20_000;

/** Calls of the simulated bank for one institution at a time. */
export class SandboxBankHttp {
  private readonly client: ConnectorClient;

  constructor({ baseUrl, secret, timeoutMs = TIMEOUT_MS }: SandboxBankHttpOptions) {
    const silence = unavailable('sandbox');
    this.client = new ConnectorClient({ baseUrl, secret, timeoutMs, silence });
  }

  /** The answer of the bank. Throws `BankUnavailable` for everything but 200. */
  async post(
    path: `/bank/data/${string}`,
    body: { readonly institution_id: string },
    signal?: AbortSignal,
  ): Promise<unknown> {
    const silence = unavailable(body.institution_id);
    const call = { method: 'POST', path, body, ...(signal ? { signal } : {}) } as const;
    const answer = await this.client.send(call, silence);
    if (answer.status === 200) return answer.body;
    throw silence({ reason: `HTTP ${answer.status}` });
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

function unavailable(institutionId: string): SilenceError {
  return (reason) => new BankUnavailable(institutionId, reason);
}
