import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { errorEnvelope } from '@towpath/contracts';
import { DomainError } from '@towpath/kernel';
import { isLogged, requestContext, type Logger } from '@towpath/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { PeerUnavailable } from '../client/peer-errors.js';
import { requestIdOf } from '../context/request-id.js';
import '../context/request-state.js';
import { failureOf, type Failure } from './failure.js';

/** Answers errors: the envelope of the operation for the caller, the cause for the log. */
@Catch()
export class ErrorResponder implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  /** Turns every error of an HTTP request into its envelope. Messages have a runner of their own. */
  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error;
    const http = host.switchToHttp();
    this.respond(error, {
      request: http.getRequest<FastifyRequest>(),
      reply: http.getResponse<FastifyReply>(),
    });
  }

  respond(error: unknown, { request, reply }: { request: FastifyRequest; reply: FastifyReply }) {
    const failure = failureOf(error);
    const { context } = request;
    if (context) requestContext.run(context, () => this.#record(error, failure));
    else this.#record(error, failure);
    if (reply.sent) return;
    const envelope = request.routeOptions?.config?.access?.envelope ?? 'E3';
    const { code, details, status, headers } = failure;
    // a request that the router could not read never reached the hooks
    const requestId = context?.requestId ?? requestIdOf(request.headers['x-request-id']);
    void reply
      .status(status)
      .headers({ ...headers, 'x-request-id': requestId })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(errorEnvelope(envelope, { code, details, requestId })));
  }

  #record(error: unknown, { code, status, details }: Failure): void {
    if (isExpected(error)) {
      const because = error instanceof PeerUnavailable ? error.message : details;
      this.logger.warn({ code, details: because }, 'request refused');
    } else if (status >= 500 && !isLogged(error))
      this.logger.error({ code, error }, 'request failed');
    else this.logger.debug({ code, details }, 'request refused');
  }
}

/**
 * The service chose the refusal, under too much load or because a service that it needs is away. It
 * is no fault of its code.
 */
function isExpected(error: unknown): boolean {
  if (error instanceof PeerUnavailable) return error.isWithheld;
  return error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE';
}
