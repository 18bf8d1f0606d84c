import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { once } from 'node:events';
import type { Server } from 'node:http';

const IN_FLIGHT_MS = 15_000;
const IDLE_CHECK_MS = 50;

export interface Draining {
  /** Open ports, filled by `listen`. */
  readonly ports: readonly Server[];
  /** Called before the ports stop accepting. */
  readonly beforeDrain: () => Promise<void>;
}

/**
 * Nest tears its modules down before it closes the port; requests that still run would meet closed
 * pools. So they are finished first: Nest awaits `beforeClose` of its adapter before all else.
 */
export function drainBeforeClosing(
  adapter: FastifyAdapter,
  { ports, beforeDrain }: Draining,
): void {
  const beforeClose = async (): Promise<void> => {
    await beforeDrain();
    await Promise.all(ports.map(stop));
  };
  Object.assign(adapter, { beforeClose });
}

/** Stops accepting, lets running requests finish, cuts off those that take too long. */
async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  // a keep-alive connection becomes idle when its last answer is sent
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const cutOff = setTimeout(() => server.closeAllConnections(), IN_FLIGHT_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cutOff);
}
