import { answeringService, type Operation, operations } from '@towpath/contracts';
import {
  CLIENT_ADDRESS_HEADER,
  DEADLINE_HEADER,
  remainingBudget,
  RequestNotReceived,
  whenCallerLeaves,
  routePathOf,
  type BodyIntake,
} from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import type { Dispatcher } from 'undici';
import type { ClockMovesService } from '../clock/clock-moves.service.js';
import { clientAddress } from './client-address.js';
import { AnswerRelay } from './forwarded-answer.js';
import type { OperationPlaces } from './slots.js';
import { ServiceTargets } from './service-target.js';
import { RateLimit } from './rate-limit.js';

/** Headers that belong to one connection, or that callers may not set for the services. */
const NOT_FORWARDED = new Set([
  'connection',
  'content-length',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-client-address',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  DEADLINE_HEADER,
]);
const NOT_RETURNED = new Set(['connection', 'keep-alive', 'transfer-encoding', 'trailer']);

/** Sends a complete request to its service, and returns the answer; neither body is parsed. */
export class Forwarder {
  constructor(
    private readonly targets: ServiceTargets,
    private readonly places: OperationPlaces,
    private readonly clocks: Pick<ClockMovesService, 'awaitStill'>,
  ) {}

  async forward(
    operation: Operation,
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  ): Promise<FastifyReply> {
    if (!operation.built) {
      throw new DomainError('NOT_IMPLEMENTED', `${operation.id} is not built yet.`);
    }
    const { caller } = request;
    if (caller && operation.method !== 'GET') await this.clocks.awaitStill(caller);
    await this.places.take(operation, request);
    const relay = new AnswerRelay();
    whenCallerLeaves(request, () => relay.cut(RequestNotReceived.callerLeft()));
    const body = request.body instanceof Buffer && request.body.length > 0 ? request.body : null;
    const timeoutMs = Math.max(1, remainingBudget());
    const target = this.targets.of(answeringService(operation, request.caller?.tokenUse));
    const forwarded = {
      // the answer to a HEAD tells how long that to a GET would be
      method: (request.method === 'HEAD' ? 'GET' : request.method) as Dispatcher.HttpMethod,
      path: request.raw.url ?? '/',
      headers: this.headersFor(request),
      body,
      timeoutMs,
      streams: operation.streams === true,
    };
    const answer = await target.send(forwarded, relay);
    reply.code(answer.statusCode);
    for (const [name, value] of Object.entries(answer.headers)) {
      if (value !== undefined && !NOT_RETURNED.has(name)) reply.header(name, value);
    }
    // an empty Buffer would get the content type of one that is not empty
    return Buffer.isBuffer(answer.body) && answer.body.length === 0
      ? reply.send()
      : reply.send(answer.body);
  }

  private headersFor(request: FastifyRequest): Record<string, string | string[]> {
    const headers: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(request.headers)) {
      if (value !== undefined && !NOT_FORWARDED.has(name)) headers[name] = value;
    }
    const { context } = request;
    if (context) headers['x-request-id'] = context.requestId;
    if (context?.traceparent) headers['traceparent'] = context.traceparent;
    headers[CLIENT_ADDRESS_HEADER] = clientAddress(request);
    return headers;
  }
}

/** The operations that the gateway itself answers, once they are built. */
function isAnsweredHere(operation: Operation): boolean {
  return operation.service === 'gateway' && operation.built;
}

function limitOf({ routeOptions }: FastifyRequest): number | undefined {
  return routeOptions.config.access?.operation?.bodyLimitBytes;
}

interface Forwarding {
  readonly forwarder: Forwarder;
  readonly rateLimit: RateLimit;
  readonly places: OperationPlaces;
  readonly intake: BodyIntake;
}

/**
 * One route for every public operation of another service. Their scope parses no body; token, scope
 * and request ID are checked as for all routes.
 */
export function registerForwardedRoutes(
  server: FastifyInstance,
  { forwarder, rateLimit, places, intake }: Forwarding,
): void {
  server.addHook('onRequest', (request, reply) => rateLimit.count(request, reply));
  server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (request: FastifyRequest) =>
      intake.take(request, limitOf(request)),
    );
    for (const operation of operations) {
      if (isAnsweredHere(operation)) continue;
      const path = routePathOf(operation.path);
      const { method, envelope } = operation;
      scope.route({
        method,
        url: path,
        config: { access: { kind: 'operation', method, path, envelope, operation } },
        onRequest: (_request, _reply, proceed) => {
          places.assertRoom(operation);
          proceed();
        },
        handler: (request, reply) => forwarder.forward(operation, { request, reply }),
      });
    }
    done();
  });
}
