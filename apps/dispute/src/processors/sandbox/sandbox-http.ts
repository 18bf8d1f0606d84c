import { Pool } from 'undici';
import { ProcessorHasNone, ProcessorRefused, ProcessorUnavailable } from '../ports.js';

export interface ProcessorCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
  /** In place of a body in JSON. */
  readonly file?: { readonly mediaType: string; readonly content: Buffer };
}

export interface SandboxHttpOptions {
  readonly baseUrl: string;
  readonly secret: string;
}

const TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 2_000;
const CONNECTIONS = 32;
const REFUSED = 400;
const NOT_FOUND = 404;
/** Not let in, too slow, too early, too many: no word about what was asked. */
const SAY_NOTHING: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

/** Keep-alive connections to the simulated processors. Nothing is retried here. */
export class SandboxHttp {
  private readonly pool: Pool;

  constructor(private readonly options: SandboxHttpOptions) {
    this.pool = new Pool(new URL(options.baseUrl).origin, {
      connections: CONNECTIONS,
      connect: { timeout: CONNECT_TIMEOUT_MS },
    });
  }

  /** The body of a success, as text. Throws `ProcessorRefused` or `ProcessorUnavailable`. */
  async send(call: ProcessorCall): Promise<string> {
    const { status, text } = await this.exchange(call);
    if (status >= 500 || SAY_NOTHING.has(status)) throw new ProcessorUnavailable(`HTTP ${status}`);
    if (status === NOT_FOUND) throw new ProcessorHasNone(messageIn(text));
    if (status >= REFUSED) throw new ProcessorRefused(messageIn(text));
    return text;
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async exchange({ method, path, body, file }: ProcessorCall) {
    const type = file?.mediaType ?? (body ? 'application/json' : undefined);
    const headers = {
      authorization: `Bearer ${this.options.secret}`,
      accept: 'application/json',
      ...(type ? { 'content-type': type } : {}),
    };
    try {
      const response = await this.pool.request({
        method,
        path,
        headers,
        body: file?.content ?? (body ? JSON.stringify(body) : null),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: response.statusCode, text: await response.body.text() };
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new ProcessorUnavailable(reason, { cause });
    }
  }
}

function messageIn(text: string): string {
  const found = /"message":"([^"]{1,300})"/.exec(text)?.[1];
  return found ?? 'The processor refused the request.';
}
