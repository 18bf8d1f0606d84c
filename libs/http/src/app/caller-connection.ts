import type { FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';

import '../context/request-state.js';

const watched = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `left` once if the connection of the caller ends before the answer is sent. Node does not
 * report this end for an answer that waits behind an earlier one on the same connection.
 */
export function whenCallerLeaves(
  { raw: { socket }, response }: Pick<FastifyRequest, 'raw' | 'response'>,
  left: () => void,
): void {
  if (socket.destroyed) {
    left();
    return;
  }
  const waiting = watched.get(socket) ?? watch(socket);
  waiting.add(left);
  response?.once('finish', () => waiting.delete(left));
}

function watch(socket: Socket): Set<() => void> {
  const waiting = new Set<() => void>();
  watched.set(socket, waiting);
  socket.once('close', () => {
    for (const left of waiting) left();
    waiting.clear();
  });
  return waiting;
}
