import { operations, type Operation } from '@towpath/contracts';
import { routePathOf, type BodyIntake } from '@towpath/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Forwarder } from './forwarder.js';
import type { OperationPlaces } from './operation-places.js';
import { RateLimit } from './rate-limit.js';

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
