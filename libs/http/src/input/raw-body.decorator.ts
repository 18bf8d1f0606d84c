import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Injects the bytes of the body, for signatures over them. The route declares `rawBody`. */
export const RawBody = createParamDecorator((_data: unknown, context: ExecutionContext): Buffer => {
  const { rawBody } = context.switchToHttp().getRequest<FastifyRequest>();
  return rawBody ?? Buffer.alloc(0);
});
