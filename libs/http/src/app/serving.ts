import type { INestApplication } from '@nestjs/common';
import type { Logger } from '@towpath/observability';
import type { FastifyInstance } from 'fastify';

import type { HttpAppOptions } from './http-options.js';
import type { Listeners } from './listeners.js';
import type { OpenPort } from './draining.js';

/** The data of an app from `createHttpApp` that `listen` and `createOpenApiDocument` need. */
export interface Serving {
  readonly options: HttpAppOptions;
  readonly logger: Logger;
  readonly server: FastifyInstance;
  readonly listeners: Listeners;
  /** Open ports, to be drained before anything else is closed. */
  readonly ports: OpenPort[];
}

const byServer = new WeakMap<object, Serving>();

export function rememberServing(app: INestApplication, serving: Serving): void {
  byServer.set(app.getHttpAdapter(), serving);
}

export function servingOf(app: INestApplication): Serving {
  const serving = byServer.get(app.getHttpAdapter());
  if (!serving) throw new Error('the app was not made by createHttpApp');
  return serving;
}
