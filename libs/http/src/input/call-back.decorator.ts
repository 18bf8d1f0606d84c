import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { ReceivedCallBack } from '../client/call-backs.js';
import { validatedText } from './validate.js';

/** Injects a call-back with where it arrived. The route declares `rawBody`. */
export const CallBack = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { rawBody, headers, params } = context.switchToHttp().getRequest<FastifyRequest>();
  const { integrationId, endpointId } = params as Readonly<Record<string, unknown>>;
  const received: ReceivedCallBack = {
    integrationId: String(validatedText(integrationId, 'integrationId')),
    endpointId: endpointId === undefined ? null : String(validatedText(endpointId, 'endpointId')),
    raw: { body: rawBody ?? Buffer.alloc(0), headers, receivedAt: new Date() },
  };
  return received;
});
