import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type ContractClass, fromPlain } from '@towpath/contracts';
import { DomainError } from '@towpath/kernel';
import type { IdempotentRequest } from '@towpath/persistence';
import type { FastifyRequest } from 'fastify';

import type { RouteAccess } from '../access/route-access.js';
import '../context/request-state.js';

/** A request that may be a copy of an earlier one. */
export interface IdempotentCall {
  readonly request: IdempotentRequest;
  readonly access: RouteAccess;
  readonly requestId: string;
}

/**
 * Injects the call into a handler whose operation reads the `Idempotency-Key` header; elsewhere the
 * header is ignored. `bodyClass` says which bodies are the same. Refuses with
 * `IDEMPOTENCY_KEY_REQUIRED`. Hand it to `IdempotentAnswers`.
 */
export function Idempotent(bodyClass: ContractClass): ParameterDecorator {
  return injectCall(bodyClass);
}

const injectCall = createParamDecorator(
  (bodyClass: ContractClass, context: ExecutionContext): IdempotentCall => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { access } = request.routeOptions.config;
    const { caller } = request;
    if (!access || !caller) throw new Error('@Idempotent() is used on a route that takes no token');
    return {
      access,
      requestId: request.context?.requestId ?? '',
      request: {
        customerAppId: caller.customerAppId,
        method: access.method,
        route: access.operation?.path ?? access.path,
        params: request.params as Record<string, string>,
        key: keyOf(request, access),
        body: comparedBody(bodyClass, request.body),
      },
    };
  },
);

function keyOf(request: FastifyRequest, { operation }: RouteAccess): string | undefined {
  const header = request.headers['idempotency-key'];
  if (!operation?.idempotency) return undefined;
  if (typeof header === 'string' && header !== '') return header;
  if (operation.idempotency === 'optional') return undefined;
  throw new DomainError('IDEMPOTENCY_KEY_REQUIRED', 'Send an Idempotency-Key header.');
}

/**
 * What the body of a request means, for the comparison with an earlier one under the same key:
 * unknown members, nulls and empty values of optional members do not count.
 */
function comparedBody(bodyClass: ContractClass, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return comparedValue(fromPlain(bodyClass, body, { emptyIsAbsent: true })) ?? {};
}

/** Undefined for what counts as absent. Maps of the caller's own members stay as they are. */
function comparedValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? undefined;
  if (Array.isArray(value))
    return value.length > 0 ? value.map((item) => comparedValue(item)) : undefined;
  const isMap = Object.getPrototypeOf(value) === Object.prototype;
  const members = Object.entries(value)
    .map(([name, member]) => [name, isMap ? (member as unknown) : comparedValue(member)] as const)
    .filter(([, member]) => member !== undefined);
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}
