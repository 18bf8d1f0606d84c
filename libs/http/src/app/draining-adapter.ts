import { FastifyAdapter } from '@nestjs/platform-fastify';
import { once } from 'node:events';
import type { Server } from 'node:http';

const IN_FLIGHT_MS = 15_000;
const IDLE_CHECK_MS = 50;

/**
 * Nest tears its modules down before it closes the port; requests that still run would meet closed
 * pools. This adapter finishes them first.
 */
export class DrainingFastifyAdapter extends FastifyAdapter {
  /** Open ports, filled by `listen`. */
  readonly ports: Server[] = [];
  /** Called before the ports stop accepting. */
  beforeDrain: () => Promise<void> = () => Promise.resolve();

  override async beforeClose(): Promise<void> {
    super.beforeClose();
    await this.beforeDrain();
    await Promise.all(this.ports.map(stop));
  }
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
