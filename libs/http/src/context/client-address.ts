import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Set by the API gateway on forwarded requests; it drops this header of callers. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

/** Injects the IP address that the API gateway saw; null if the request did not come through it. */
export const ClientAddress = createParamDecorator(
  (_data: unknown, context: ExecutionContext): string | null => {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const value = headers[CLIENT_ADDRESS_HEADER];
    return typeof value === 'string' && value !== '' ? value : null;
  },
);
