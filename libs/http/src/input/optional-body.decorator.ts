import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { validated } from './validate.js';

type InputClass = new () => object;

/**
 * The validated body of an operation that may be called without one: none counts as empty. `null` is
 * a body, and no object.
 */
export const OptionalBody = createParamDecorator(
  (inputClass: InputClass, context: ExecutionContext): object => {
    const { body } = context.switchToHttp().getRequest<FastifyRequest>();
    return validated(inputClass, { source: body, what: 'body' });
  },
);
