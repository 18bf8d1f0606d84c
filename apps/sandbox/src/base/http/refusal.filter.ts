import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { DomainError } from '@towpath/kernel';
import { isInfrastructureError } from '@towpath/persistence';
import { RequestNotReceived } from '@towpath/http';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { AnswerLost, GatewayRefusal, REFUSAL_STATUS } from '../parties/gateway-refusal.js';
import { SandboxLogger } from '../../sandbox-logger.js';

/** One place from an error to an answer, or, for a lost one, to no answer at all. */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  constructor(private readonly log: SandboxLogger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    if (error instanceof AnswerLost) {
      reply.hijack();
      http.getRequest<FastifyRequest>().raw.socket.destroy();
      return;
    }
    const refusal = this.refusalOf(error);
    const { code, message, field } = refusal;
    const status = REFUSAL_STATUS[code];
    if (code === 'unauthorized') void reply.header('www-authenticate', 'Bearer');
    void reply
      .status(status)
      .header('cache-control', 'no-store')
      .send({ error: { code, message, ...(field ? { field } : {}) } });
  }

  private refusalOf(error: unknown): GatewayRefusal {
    if (error instanceof GatewayRefusal) return error;
    if (error instanceof RequestNotReceived || isTooLarge(error)) {
      return new GatewayRefusal('invalid_request', 'The request could not be read.');
    }
    if (error instanceof DomainError) return new GatewayRefusal('invalid_state', error.explanation);
    const status = statusOf(error);
    if (status === 404) return new GatewayRefusal('not_found', 'There is nothing here.');
    if (status >= 400 && status < 500) {
      return new GatewayRefusal('invalid_request', 'The request could not be read.');
    }
    this.log.error({ error }, 'request failed');
    return isInfrastructureError(error)
      ? new GatewayRefusal('unavailable', 'Not available at the moment.')
      : new GatewayRefusal('internal_error', 'Something went wrong here.');
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'PAYLOAD_TOO_LARGE';
}

/** Nest and Fastify each mark what the client did wrong in their own way. */
function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' ? status : 500;
}
