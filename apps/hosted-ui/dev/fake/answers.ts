import type { IncomingMessage, ServerResponse } from 'node:http';

const RETRY_AFTER_SECONDS = 120;

export function answer(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

/** In mid-answer: a connection that breaks earlier is silently tried again by the browser itself. */
export function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{', () => response.destroy());
}

export function refuse(response: ServerResponse, status: number, error_code: string): void {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (status === 429) headers['retry-after'] = String(RETRY_AFTER_SECONDS);
  response.writeHead(status, headers);
  response.end(JSON.stringify({ error: { type: 'API_ERROR', error_code, message: error_code } }));
}

export async function jsonBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}
