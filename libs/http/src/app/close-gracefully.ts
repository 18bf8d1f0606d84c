import type { INestApplication } from '@nestjs/common';
import { HealthRegistry, ShutdownHooks } from '@towpath/observability';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { servingOf } from './serving.js';

const IN_FLIGHT_MS = 15_000;
const IDLE_CHECK_MS = 50;

/**
 * Nest tears its modules down before it closes the port; requests that still run would meet closed
 * pools. So `app.close()` first fails readiness and drains the ports, then closes the modules, then
 * runs the shutdown hooks. Closing twice closes once.
 */
export function closeGracefully(app: INestApplication): void {
  const { options, ports } = servingOf(app);
  const closeModules = app.close.bind(app);
  let closing: Promise<void> | undefined;
  const drainAndClose = async (): Promise<void> => {
    app.get(HealthRegistry).beginDrain();
    if (options.drainDelayMs && ports.length > 0) await delay(options.drainDelayMs);
    await Promise.all(ports.map(stop));
    await closeModules();
    await app.get(ShutdownHooks).run();
  };
  app.close = () => (closing ??= drainAndClose());
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
