import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { CLIENT_ADDRESS_HEADER } from '@towpath/http';
import type { FastifyRequest } from 'fastify';

const MOST_CHARACTERS = 500;

/** Origin of a submission for the evidence; members are null if unknown. */
export interface PayerOrigin {
  readonly address: string | null;
  /** The sender chooses it, so it is cut, and NUL is dropped. */
  readonly userAgent: string | null;
}

export const PayerOrigin = createParamDecorator(
  (_data: unknown, context: ExecutionContext): PayerOrigin => {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const address = headers[CLIENT_ADDRESS_HEADER];
    const agent = (headers['user-agent'] ?? '').replaceAll('\u0000', '').slice(0, MOST_CHARACTERS);
    return {
      address: typeof address === 'string' && address !== '' ? address : null,
      userAgent: agent === '' ? null : agent,
    };
  },
);
