import { Pool } from 'undici';

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
  /** The payer whom a trusted proxy names. */
  readonly address?: string;
  readonly idempotencyKey?: string;
}

const MOST_CONNECTIONS = 128;
const DEADLINE_MS = 60_000;

/** A lean client of one origin: a load generator shares the machine with what it measures. */
export class HttpLoad {
  private readonly pool: Pool;

  constructor(origin: string) {
    this.pool = new Pool(origin, {
      connections: MOST_CONNECTIONS,
      headersTimeout: DEADLINE_MS,
      bodyTimeout: DEADLINE_MS,
    });
  }

  /** The parsed body of a 200; throws for anything else. */
  async send<T>({ method, path, token, body, address, idempotencyKey }: Call): Promise<T> {
    const answer = await this.pool.request({
      method,
      path,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(address !== undefined && { 'x-forwarded-for': address }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    if (answer.statusCode === 200) return JSON.parse(text) as T;
    throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`);
  }

  async close(): Promise<void> {
    await this.pool.close();
  }
}
