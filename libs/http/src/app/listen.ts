import type { INestApplication } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Audience } from '../access/route-access.js';
import { answerUnreadable } from '../errors/unreadable-request.js';
import { assertServiceCredentials } from './gateway-ports.js';
import { OpenPort } from './draining.js';
import { servingOf } from './serving.js';
import { portProblem } from './startup-error.js';

/** The ports of an app; useful with port 0. */
export interface Listening {
  readonly publicUrl: string;
  readonly internalUrl: string;
  /** Undefined: operators share the internal port. */
  readonly operatorUrl?: string;
}

/**
 * Starts the app and opens its ports: operations on the public one, `/internal/*` and metrics on the
 * internal one, `/operator/*` on its own or on the internal one, health on each. After this,
 * `app.close()` drains before it closes anything.
 */
export async function listen(app: INestApplication): Promise<Listening> {
  const { options, logger, server, listeners, ports } = servingOf(app);
  const { host, port, internalPort, operatorPort } = options.config;
  // Asked of the app itself, a missing provider would be logged as an error.
  assertServiceCredentials(app.get(ModuleRef), options);
  await app.init();
  await server.ready();
  const serverFor = (...audiences: Exclude<Audience, 'public'>[]) =>
    listeners
      .createInternalServer(audiences, (request, response) => server.routing(request, response))
      .on('clientError', answerUnreadable);
  const operator = operatorPort === undefined ? undefined : serverFor('operator');
  const internal = operator ? serverFor('internal') : serverFor('internal', 'operator');
  const servers = [server.server, internal, ...(operator ? [operator] : [])];
  ports.push(...servers.map((each) => new OpenPort(each)));
  try {
    await open(internal, { host, port: internalPort, variable: 'INTERNAL_PORT' });
    if (operator)
      await open(operator, { host, port: operatorPort ?? 0, variable: 'OPERATOR_PORT' });
    await open(server.server, { host, port, variable: 'PORT' });
  } catch (error) {
    await app.close();
    throw error;
  }
  const listening = {
    publicUrl: urlOf(server.server),
    internalUrl: urlOf(internal),
    ...(operator && { operatorUrl: urlOf(operator) }),
  };
  logger.info({ ...listening }, 'listening');
  return listening;
}

async function open(
  server: Server,
  at: { readonly host: string; readonly port: number; readonly variable: string },
): Promise<void> {
  try {
    server.listen({ host: at.host, port: at.port });
    await once(server, 'listening');
  } catch (error) {
    throw portProblem(error, at);
  }
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
