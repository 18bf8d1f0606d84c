import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Injects the bytes of the body, for signatures over them. The route declares `rawBody`. */
export const RawBody = createParamDecorator((_data: unknown, context: ExecutionContext): Buffer => {
  const { rawBody } = context.switchToHttp().getRequest<FastifyRequest>();
  return rawBody ?? Buffer.alloc(0);
});

export interface SentBody {
  readonly bytes: Buffer;
  /** With its parameters, such as the boundary of a form. */
  readonly contentType: string;
}

/** Injects the body of a route that declares `file`, and `rawBody`. */
export const FileBody = createParamDecorator(
  (_data: unknown, context: ExecutionContext): SentBody => {
    const { rawBody, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    return { bytes: rawBody ?? Buffer.alloc(0), contentType: headers['content-type'] ?? '' };
  },
);
