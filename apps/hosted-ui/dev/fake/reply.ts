import type { IncomingMessage, ServerResponse } from 'node:http';

const RETRY_AFTER_SECONDS = 120;

/** An error of the interface. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly errorCode: string,
  ) {}
}

/**
 * What an operation answers: a body, a refusal, a connection that breaks in mid-answer (one that
 * breaks earlier is tried again by the browser itself), or nothing at all.
 */
export type Reply = object | Refusal | 'lost' | 'never';

export function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'never') return;
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  };
  if (reply === 'lost') {
    response.writeHead(200, { ...headers, 'content-length': '1000' });
    response.write('{', () => response.destroy());
  } else if (reply instanceof Refusal) {
    const { status, errorCode: error_code } = reply;
    if (status === 429) headers['retry-after'] = String(RETRY_AFTER_SECONDS);
    response.writeHead(status, headers);
    response.end(JSON.stringify({ error: { type: 'API_ERROR', error_code, message: error_code } }));
  } else {
    response.writeHead(200, headers);
    response.end(JSON.stringify(reply));
  }
}

export async function jsonBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
