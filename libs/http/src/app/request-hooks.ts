import { DomainError } from '@towpath/kernel';
import {
  newTraceparent,
  openSpan,
  parseTraceparent,
  requestContext,
  RequestMetrics,
  type Logger,
  type Metrics,
} from '@towpath/observability';
import { IdempotentOutcome } from '@towpath/persistence';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Authenticator } from '../access/authenticator.js';
import { KnownMethods, noSuchRoute } from '../access/known-methods.js';
import { isOnPort, type RouteAccess } from '../access/route-access.js';
import { budgetOf, DEADLINE_HEADER } from '../context/deadline.js';
import { requestIdOf } from '../context/request-id.js';
import '../context/request-state.js';
import { forgetTypeOfNothing } from '../input/body-parsers.js';
import { PreparedAnswer } from '../responses/prepared-answer.js';
import { withoutAbsentMembers } from '../responses/response-shape.js';
import { whenCallerLeaves } from './caller-connection.js';
import type { HttpAppOptions } from './http-options.js';
import type { Listeners } from './listeners.js';
import { filterComplaint, listParametersOf, parameterNameOf } from '@towpath/contracts';
import { invalid } from '../input/safe-json.js';

type Counter = ReturnType<Metrics['counter']>;

/**
 * Checks the parameter names of a list. A caller who filters by a name that the list does not know
 * would get more than asked for; what cannot be meant as a filter is ignored and counted.
 */
class ListQueries {
  private readonly ignored: Counter;

  constructor(metrics: Metrics) {
    this.ignored = metrics.counter({
      name: 'http_ignored_query_parameters_total',
      help: 'Query parameters of lists that the list does not know.',
      labels: ['operation'],
    });
  }

  /** Throws `INVALID_REQUEST` with the name. */
  check({ query, routeOptions }: FastifyRequest): void {
    const { operation } = routeOptions.config.access ?? {};
    const declared = operation && listParametersOf(operation.id);
    if (!declared) return;
    for (const name of Object.keys(query as object)) {
      if (declared.includes(parameterNameOf(name))) continue;
      const complaint = operation.statuses.includes(400) && filterComplaint(name, declared);
      if (complaint) throw invalid(`${name} ${complaint}`);
      this.ignored.inc({ operation: operation.id });
    }
  }
}

export interface HookDependencies {
  readonly authenticator: Authenticator;
  readonly listeners: Listeners;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly assertServed?: HttpAppOptions['assertServed'];
}

const UNKNOWN_ROUTE = 'unknown';
/** Not sent to the caller, who has left: only for log and metrics. */
const CALLER_LEFT = 499;

/** The hooks of every request before and after its handler, in this order. */
export function registerRequestHooks(
  server: FastifyInstance,
  dependencies: HookDependencies,
): void {
  const { listeners } = dependencies;
  for (const member of ['context', 'caller', 'span', 'rawBody', 'response']) {
    server.decorateRequest(member, null);
  }
  const methods = new KnownMethods();
  server.addHook('onRoute', (route) => {
    const access = route.config?.access;
    assertDeclared(access, { method: String(route.method), url: route.url });
    // What one host alone answers says nothing about the path at the others.
    if (route.constraints?.['host'] === undefined) methods.add(route.method, access);
  });
  server.addHook('onRequest', (request, reply, done) => {
    forgetTypeOfNothing(request);
    const context = openContext(request, { reply, internal: listeners.isInternal(request.raw) });
    const { isHere, allowed } = routeOf(request, { methods, listeners });
    if (request.method === 'OPTIONS' && !isHere && allowed.length > 0) {
      void reply.status(204).header('allow', allowed.join(', ')).send();
      return;
    }
    requestContext.run(context, () => {
      const admitted = isHere
        ? admit(request, dependencies)
        : Promise.reject(noSuchRoute(request.method, allowed));
      admitted.then(() => done(), done);
    });
  });
  const lists = new ListQueries(dependencies.metrics);
  // reading the body loses the asynchronous context, so it is entered again for the handler
  server.addHook('preValidation', (request, _reply, done) => {
    const { context, span } = request;
    lists.check(request);
    restartBudget(request, listeners);
    const enter = () => (context ? requestContext.run(context, done) : done());
    if (span) span.run(enter);
    else enter();
  });
  server.addHook('preSerialization', (request, reply, payload) =>
    Promise.resolve(shaped(payload, { request, reply })),
  );
  registerOutcome(server, dependencies);
}

function assertDeclared(
  access: RouteAccess | undefined,
  { method, url }: { method: string; url: string },
): asserts access is RouteAccess {
  if (!access) {
    throw new Error(
      `route ${method} ${url} is not guarded: declare it with @Operation, @InternalRoute or ` +
        '@PublicRoute',
    );
  }
  if (access.path !== url) {
    throw new Error(`route ${method} ${url} is declared as ${access.path}: remove the prefix`);
  }
}

/** Only our own services may set the deadline; the public port ignores it. */
function openContext(
  request: FastifyRequest,
  { reply, internal }: { readonly reply: FastifyReply; readonly internal: boolean },
) {
  const { headers } = request;
  request.response = reply.raw;
  const incoming = parseTraceparent(headers['traceparent']);
  const { method, routeOptions } = request;
  const name = `${method} ${routeOptions.url ?? UNKNOWN_ROUTE}`;
  request.span = openSpan(name, { kind: 'SERVER', traceparent: incoming }) ?? null;
  const context = {
    requestId: requestIdOf(headers['x-request-id']),
    traceparent: request.span?.traceparent ?? incoming ?? newTraceparent(),
    deadlineAt:
      Date.now() +
      budgetOf(
        internal ? headers[DEADLINE_HEADER] : undefined,
        routeOptions.config.access?.budgetMs,
      ),
  };
  request.context = context;
  reply.header('x-request-id', context.requestId);
  reply.header('cache-control', 'no-store');
  reply.header('x-content-type-options', 'nosniff');
  return context;
}

/** The time that a public body took to arrive is not taken from the work on it. */
function restartBudget({ context, raw, routeOptions }: FastifyRequest, listeners: Listeners): void {
  if (!context || listeners.isInternal(raw)) return;
  context.deadlineAt = Date.now() + budgetOf(undefined, routeOptions.config.access?.budgetMs);
}

/** Whether the request has a route on its port; if not, the methods of its path there. */
function routeOf(
  request: FastifyRequest,
  { methods, listeners }: { readonly methods: KnownMethods; readonly listeners: Listeners },
): { readonly isHere: boolean; readonly allowed: readonly string[] } {
  const { access } = request.routeOptions.config;
  const audiences = listeners.audiencesOf(request.raw);
  if (access && isOnPort(access, audiences)) return { isHere: true, allowed: [] };
  return { isHere: false, allowed: methods.allowedOn(request.url, audiences) };
}

async function admit(
  request: FastifyRequest,
  { authenticator, assertServed }: HookDependencies,
): Promise<void> {
  const { access } = request.routeOptions.config;
  if (!access) return;
  if (request.headers.host === undefined && request.raw.httpVersion !== '1.0') {
    throw new DomainError('INVALID_REQUEST', 'The header Host is missing.');
  }
  assertServed?.(request);
  const caller = await authenticator.authenticate(access, request.headers.authorization);
  if (!caller) return;
  request.caller = caller;
  const { context } = request;
  if (!context) return;
  if (caller.customerAppId) context.customerAppId = caller.customerAppId;
  if (caller.claims.operator) context.isOfOperator = true;
}

function shaped(
  payload: unknown,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): unknown {
  if (payload instanceof PreparedAnswer || payload instanceof IdempotentOutcome) {
    const { status, headers, text } = payload;
    reply
      .status(status)
      .headers(headers)
      .serializer(() => text);
    return payload;
  }
  const type = request.routeOptions.config.access?.response;
  return type ? withoutAbsentMembers(payload, type) : payload;
}

/** One line and one measurement a request, also when its caller left before the answer. */
function registerOutcome(server: FastifyInstance, { logger, metrics }: HookDependencies): void {
  const red = new RequestMetrics(metrics);
  const left = new WeakSet<FastifyRequest>();
  const record = (request: FastifyRequest, reply: FastifyReply, status: number) => {
    const { method } = request;
    const route = request.is404 ? UNKNOWN_ROUTE : (request.routeOptions.url ?? UNKNOWN_ROUTE);
    const traceparent = request.span?.traceparent;
    red.observe({ method, route, status, traceparent }, reply.elapsedTime / 1000);
    request.span?.end({
      attributes: { 'http.route': route, 'http.response.status_code': status },
      ...(status >= 500 ? { error: `HTTP ${status}` } : {}),
    });
    const facts = { method, route, status, ms: Math.round(reply.elapsedTime * 10) / 10 };
    const log = () => logger.info(facts, 'request answered');
    if (request.routeOptions.config.access?.kind === 'probe') return;
    if (request.context) requestContext.run(request.context, log);
    else log();
  };
  server.addHook('onRequest', (request, reply, done) => {
    whenCallerLeaves(request, () => {
      left.add(request);
      record(request, reply, CALLER_LEFT);
    });
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    if (!left.has(request)) record(request, reply, reply.statusCode);
    done();
  });
}
