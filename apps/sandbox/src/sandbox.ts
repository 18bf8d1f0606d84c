import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { SERVER_OPTIONS, SERVER_TIMES } from '@towpath/http';
import { HealthRegistry, type Logger } from '@towpath/observability';
import { createPool, PgTransactions } from '@towpath/persistence';

import { AppModule } from './app.module.js';
import { type CallbackTimes, DEFAULT_CALLBACK_TIMES } from './base/callbacks/callbacks.service.js';
import { DuePollerJob } from './control/clock/due-poller.job.js';
import { ListeningPorts } from './base/http/access.guard.js';
import { takeBodies } from './base/http/take-bodies.js';
import { serviceTokensFor } from './base/http/service-tokens.js';
import type { SandboxConfig } from './sandbox.config.js';

export interface Sandbox {
  readonly port: number;
  readonly internalPort: number;
  /** Stops taking requests, lets the running ones end, and closes the database. */
  stop(): Promise<void>;
}

interface SandboxOptions {
  readonly config: SandboxConfig;
  readonly logger: Logger;
  readonly callbackTimes?: Partial<CallbackTimes>;
}

const BODY_LIMIT_BYTES = 64 * 1024;
const DOCUMENT_LIMIT_BYTES = 10 * 1024 * 1024;
/** For a whole request, its body among it. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Starts the simulated gateways on both ports. The schema must be there already. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { config, logger, callbackTimes = {} } = options;
  const pool = createPool({
    planner: 'by index',
    url: config.databaseUrl,
    name: 'sandbox',
    onError: (error) => logger.warn({ error }, 'idle database connection broke'),
  });
  const onError = (error: unknown): void => logger.error({ error }, 'after-commit action failed');
  const transactions = new PgTransactions({ appPool: pool, workerPool: pool, onError });
  const health = new HealthRegistry(logger);
  health.register('database', async () => {
    await pool.query('SELECT 1');
  });
  const ports = new ListeningPorts();
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with({
      config,
      logger,
      transactions,
      health,
      ports,
      serviceTokens: serviceTokensFor(config.gatewayInternalUrl, logger),
      callbackTimes: { ...DEFAULT_CALLBACK_TIMES, ...callbackTimes },
    }),
    new FastifyAdapter({
      ...SERVER_TIMES,
      requestTimeout: REQUEST_TIMEOUT_MS,
      http: { ...SERVER_OPTIONS, requireHostHeader: true },
      bodyLimit: BODY_LIMIT_BYTES,
      forceCloseConnections: 'idle',
    }),
    { logger: false, abortOnError: false },
  );
  const poller = app.get(DuePollerJob);
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (_request, _reply, done) => {
      poller.stir();
      done();
    });
  takeBodies(app, { document: DOCUMENT_LIMIT_BYTES, other: BODY_LIMIT_BYTES });
  await app.listen(config.port, config.host);
  const internal = await listenInternally(app, { config, ports });
  return {
    port: portOf(app.getHttpServer()),
    internalPort: portOf(internal),
    stop: async () => {
      health.beginDrain();
      internal.close();
      internal.closeIdleConnections();
      await app.close();
      await pool.end();
    },
  };
}

/** A second server in front of the same routes; the guard asks through which one a call came. */
async function listenInternally(
  app: NestFastifyApplication,
  { config, ports }: { config: SandboxConfig; ports: ListeningPorts },
): Promise<Server> {
  const fastify = app.getHttpAdapter().getInstance();
  const server = createServer(
    { ...SERVER_OPTIONS, requireHostHeader: true, requestTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => fastify.routing(request, response),
  );
  server.on('connection', (socket) => ports.markInternal(socket));
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(config.internalPort, config.host, listening.resolve);
  await listening.promise;
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
