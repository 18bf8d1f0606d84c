import 'reflect-metadata';

import { Module, type DynamicModule, type Type, type LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  createLogger,
  HealthRegistry,
  Metrics,
  startTracing,
  ShutdownHooks,
  type Logger,
} from '@towpath/observability';
import { DomainError } from '@towpath/kernel';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';

import { answerUnreadable } from '../errors/unreadable-request.js';
import { Authenticator } from '../access/authenticator.js';
import { InternalClient } from '../client/internal-client.js';
import { ErrorResponder } from '../errors/error-responder.js';
import { BODY_LIMIT_BYTES, BodyIntake } from '../input/body-intake.js';
import { registerBodyParsers } from '../input/body-parsers.js';
import { InputPipe } from '../input/input.pipe.js';
import type { HttpAppOptions } from './http-options.js';
import { HttpModule } from './http.module.js';
import { drainBeforeClosing, type OpenPort } from './draining.js';
import { Listeners, SERVER_OPTIONS, SERVER_TIMES } from './listeners.js';
import { registerRequestHooks } from './request-hooks.js';
import { rememberServing } from './serving.js';

const MAX_PARAM_LENGTH = 1024;

@Module({})
class HttpRoot {}

/**
 * A Nest app on Fastify with everything that every service shares: guarded routes, input checks,
 * envelopes, request IDs, metrics. It neither listens nor connects yet; see `listen`.
 */
export async function createHttpApp(
  appModule: Type | DynamicModule,
  options: HttpAppOptions,
): Promise<NestFastifyApplication> {
  const { service, config } = options;
  const logger = options.logger ?? createLogger({ service, level: config.logLevel });
  const responder = new ErrorResponder(logger);
  const root: DynamicModule = {
    module: HttpRoot,
    imports: [HttpModule.forRoot(options, logger), appModule],
  };
  const adapter = adapterFor(responder, options.trustProxy);
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: nestLogger(logger),
  });
  const server = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
  registerBodyParsers(server, app.get(BodyIntake));
  const listeners = new Listeners();
  registerRequestHooks(server, {
    authenticator: app.get(Authenticator),
    listeners,
    logger,
    metrics: app.get(Metrics),
    assertServed: options.assertServed,
  });
  app.useGlobalPipes(new InputPipe());
  app.useGlobalFilters(responder);
  const tracing = await startTracing({
    service,
    ...(config.otlpEndpoint ? { otlpEndpoint: config.otlpEndpoint } : {}),
  });
  registerShutdown(app, { logger, stopTracing: () => tracing.shutdown() });
  const ports: OpenPort[] = [];
  const beforeDrain = async () => {
    app.get(HealthRegistry).beginDrain();
    if (options.drainDelayMs && ports.length > 0) await delay(options.drainDelayMs);
  };
  drainBeforeClosing(adapter, { ports, beforeDrain });
  rememberServing(app, { options, logger, server, listeners, ports });
  return app;
}

function registerShutdown(
  app: NestFastifyApplication,
  { logger, stopTracing }: { logger: Logger; stopTracing: () => Promise<void> },
): void {
  const hooks = app.get(ShutdownHooks);
  hooks.register('logger', () => {
    logger.flush();
  });
  hooks.register('tracing', stopTracing);
  hooks.register('internal client', () => app.get(InternalClient).close());
}

function adapterFor(
  responder: ErrorResponder,
  trustProxy: HttpAppOptions['trustProxy'],
): FastifyAdapter {
  const unreadable = (code: string, to: { request: FastifyRequest; reply: FastifyReply }) => {
    const explanation =
      code === 'FST_ERR_MAX_PARAM_LENGTH'
        ? `an ID in the path is longer than ${MAX_PARAM_LENGTH} characters`
        : 'path is not a valid URL';
    responder.respond(new DomainError('INVALID_REQUEST', explanation), to);
  };
  return new FastifyAdapter({
    bodyLimit: BODY_LIMIT_BYTES,
    ...(trustProxy ? { trustProxy } : {}),
    ...SERVER_TIMES,
    http: SERVER_OPTIONS,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: ({ code }: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      unreadable(code, { request, reply }),
    skipMiddie: true,
  });
}

/** Nest's own messages through the service's logger. What Nest calls "log" is detail: debug. */
function nestLogger(logger: Logger): LoggerService {
  const facts = (rest: readonly unknown[]) => ({ context: rest.at(-1) });
  return {
    log: (message, ...rest: unknown[]) => logger.debug(facts(rest), String(message)),
    warn: (message, ...rest: unknown[]) => logger.warn(facts(rest), String(message)),
    debug: (message, ...rest: unknown[]) => logger.trace(facts(rest), String(message)),
    verbose: (message, ...rest: unknown[]) => logger.trace(facts(rest), String(message)),
    error: (message: unknown, ...rest: unknown[]) =>
      message instanceof Error
        ? logger.error({ error: message, ...facts(rest) }, message.message)
        : logger.error(facts(rest), String(message)),
  };
}
