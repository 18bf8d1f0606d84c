import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ContractClass } from '@towpath/contracts';
import { DomainError } from '@towpath/kernel';
import type { IdempotentRequest } from '@towpath/persistence';
import type { FastifyRequest } from 'fastify';

import type { RouteAccess } from '../access/route-access.js';
import '../context/request-state.js';
import { comparedBody } from './compared-body.js';

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
