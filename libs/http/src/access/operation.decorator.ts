import {
  applyDecorators,
  HttpCode,
  RequestMapping,
  RequestMethod,
  UseInterceptors,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  operationById,
  type EnvelopeVariant,
  type Operation as OperationDefinition,
  type OperationOwner,
} from '@towpath/contracts';

import { OPERATOR_OPERATIONS, type OperatorOperationId } from '@towpath/contracts/operator';
import { AuditedCommandInterceptor } from './audited-command.interceptor.js';
import { operationDocs, operatorDocs, undocumented } from '../openapi/operation-docs.js';
import {
  routePathOf,
  type BodyRules,
  type ResponseClass,
  type RouteAccess,
} from './route-access.js';
import { UnknownAppInterceptor } from './unknown-app.interceptor.js';

export interface OperationOptions {
  readonly response?: ResponseClass;
  readonly body?: BodyRules;
  /** Time in ms that the work may take when the caller sets no limit; 10 s when absent. */
  readonly budgetMs?: number;
}

/**
 * Binds a controller method to a public operation: route, token kinds, scope, envelope and
 * documentation come from the table in contracts. The controller has no prefix.
 */
export function Operation(id: string, options: OperationOptions = {}): MethodDecorator {
  return OperationRoute(operationById(id), options);
}

/** Like `Operation`, for a given definition. */
export function OperationRoute(
  operation: OperationDefinition,
  { response, body: rules, budgetMs }: OperationOptions = {},
): MethodDecorator {
  const { bodyLimitBytes: limit } = operation;
  const body = limit === undefined ? rules : { limit, ...rules };
  const access: RouteAccess = {
    kind: 'operation',
    method: operation.method,
    path: routePathOf(operation.path),
    envelope: operation.envelope,
    operation,
    budgetMs,
    body,
    response,
  };
  return applyDecorators(route(access), operationDocs(operation, { response, body }));
}

export interface InternalRouteOptions {
  /** Services that may call; all when absent. */
  readonly callers?: readonly OperationOwner[];
  /** No token is required: the handler authenticates the caller. */
  readonly open?: boolean;
  /**
   * Only commands of operators call it, in their name: what the audit of this service has it for.
   * Reads have no entry.
   */
  readonly command?: string;
  readonly response?: ResponseClass;
}

/** A call between services: internal port only, service token with this service's audience. */
export function InternalRoute(
  method: HttpMethod,
  path: `/internal/${string}`,
  { callers, open, command, response }: InternalRouteOptions = {},
): MethodDecorator {
  const access: RouteAccess = {
    kind: open ? 'internal-open' : 'internal',
    method,
    path: routePathOf(path),
    envelope: 'E3',
    callers,
    command,
    response,
  };
  const interceptors = [UnknownAppInterceptor, ...(command ? [AuditedCommandInterceptor] : [])];
  return applyDecorators(route(access), UseInterceptors(...interceptors), undocumented());
}

/**
 * An operation for operators: port for operators, service token of the gateway with the claim of an
 * operator whose role suffices. `@OperatorOf()` injects the claim.
 */
export function OperatorRoute(
  id: OperatorOperationId,
  { response }: { readonly response?: ResponseClass } = {},
): MethodDecorator {
  const operatorOperation = OPERATOR_OPERATIONS[id];
  const { method, path } = operatorOperation;
  const access: RouteAccess = {
    kind: 'operator',
    method,
    path: routePathOf(path),
    envelope: 'E3',
    operatorOperation,
    response,
  };
  const docs = operatorDocs(operatorOperation, response);
  return applyDecorators(route(access), UseInterceptors(UnknownAppInterceptor), docs);
}

export interface PublicRouteOptions {
  readonly envelope?: EnvelopeVariant;
  readonly body?: BodyRules;
}

/** Open to everyone on the public port, outside of the operations: call-backs, documents, pages. */
export function PublicRoute(
  method: HttpMethod,
  path: `/${string}`,
  { envelope = 'E3', body }: PublicRouteOptions = {},
): MethodDecorator {
  const access = { kind: 'public', method, path: routePathOf(path), envelope, body } as const;
  return applyDecorators(route(access), undocumented());
}

/** Health and metrics: no token. `internalOnly` keeps it off the public port. */
export function ProbeRoute(
  path: `/${string}`,
  { internalOnly = false }: { readonly internalOnly?: boolean } = {},
): MethodDecorator {
  const kind = internalOnly ? 'internal-open' : 'probe';
  return applyDecorators(route({ kind, method: 'GET', path, envelope: 'E3' }), undocumented());
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

function route(access: RouteAccess): MethodDecorator {
  const method = RequestMethod[access.method as keyof typeof RequestMethod];
  return applyDecorators(
    RequestMapping({ method, path: access.path }),
    HttpCode(200),
    RouteConfig({ access }),
  );
}
