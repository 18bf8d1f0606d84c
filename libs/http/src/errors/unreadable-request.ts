import { errorEnvelope } from '@towpath/contracts';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import { requestIdOf } from '../context/request-id.js';

const BY_CODE: ReadonlyMap<string, readonly [status: number, details: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', [431, 'headers are too large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'the request did not arrive in time']],
]);

/** Time in ms for the answer to leave; a caller who does not read it is cut off. */
const LINGER_MS = 1_000;

/**
 * Answers bytes that are no HTTP request: there is no route, so the plain envelope is sent. Behind a
 * request that is still being answered nothing is sent, because it would be read as its answer.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable || isAnswering(socket)) {
    socket.destroy(error);
    return;
  }
  const [status, details] = BY_CODE.get(error.code ?? '') ?? [400, 'the request is not HTTP'];
  const requestId = requestIdOf(undefined);
  const body = JSON.stringify(errorEnvelope('E3', { code: 'INVALID_REQUEST', details, requestId }));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** True while Node sends an answer on the socket. */
function isAnswering(socket: Duplex): boolean {
  return Boolean((socket as { _httpMessage?: unknown })._httpMessage);
}
