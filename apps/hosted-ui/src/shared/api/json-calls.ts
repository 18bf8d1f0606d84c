import { type ApiAnswer, failureOfResponse } from './api-answer.js';

const DEADLINE_MS = 30_000;

export interface JsonCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly accessToken?: string;
  readonly body?: object;
}

/** JSON over HTTP to our own origin. Never throws: every outcome is an `ApiAnswer`. */
export class JsonCalls {
  constructor(private readonly send: typeof fetch) {}

  async call<T>({ method, path, accessToken, body }: JsonCall): Promise<ApiAnswer<T>> {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (accessToken) headers['authorization'] = `Bearer ${accessToken}`;
    if (body) headers['content-type'] = 'application/json';
    try {
      const response = await this.send(path, {
        method,
        headers,
        body: body ? JSON.stringify(body) : null,
        cache: 'no-store',
        credentials: 'omit',
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      return await answerOf<T>(response);
    } catch (error) {
      // fetch rejects with TypeError for a broken connection, with DOMException past the deadline.
      if (error instanceof TypeError || error instanceof DOMException) {
        return { ok: false, failure: { kind: 'offline' } };
      }
      throw error;
    }
  }
}

async function answerOf<T>(response: Response): Promise<ApiAnswer<T>> {
  const body = parsedOrNull(await response.text());
  if (response.ok && typeof body === 'object' && body !== null) {
    return { ok: true, value: body as T };
  }
  const { status, headers } = response;
  return { ok: false, failure: failureOfResponse(status, headers.get('retry-after'), body) };
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
