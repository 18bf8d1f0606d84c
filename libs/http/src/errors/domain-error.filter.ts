import { Catch, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { ErrorResponder } from './error-responder.js';

/** Turns every error of an HTTP request into its envelope. Messages have a runner of their own. */
@Catch()
@Injectable()
export class DomainErrorFilter implements ExceptionFilter {
  constructor(private readonly responder: ErrorResponder) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error;
    const http = host.switchToHttp();
    this.responder.respond(error, {
      request: http.getRequest<FastifyRequest>(),
      reply: http.getResponse<FastifyReply>(),
    });
  }
}
