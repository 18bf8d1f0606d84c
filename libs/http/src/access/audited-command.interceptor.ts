import {
  Inject,
  Injectable,
  Optional,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { parseId } from '@towpath/kernel';
import { auditedWork, Transactions } from '@towpath/persistence';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';

/** Members that the bodies of commands have in common, before anything has checked them. */
interface Asked {
  readonly customer_app_id?: unknown;
  readonly reason?: unknown;
}

/**
 * Runs what a command changes so that its entry stands in the audit of this service, in the same
 * transaction. A command that only reads has none.
 */
@Injectable()
export class AuditedCommandInterceptor implements NestInterceptor {
  /** Null if a controller is only part of the module: the command line has no ports. */
  constructor(@Optional() @Inject(Transactions) private readonly db: Transactions | undefined) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method, caller, body, routeOptions } = context
      .switchToHttp()
      .getRequest<FastifyRequest>();
    const operation = routeOptions.config.access?.command;
    const by = caller?.claims.operator;
    if (method === 'GET' || !by || !operation || !this.db) return next.handle();
    const { customer_app_id: app, reason } = (body ?? {}) as Asked;
    const deed = {
      act: 'ACTION',
      operation,
      customerAppId: parseId(app),
      reason: typeof reason === 'string' ? reason : undefined,
    } as const;
    return from(auditedWork({ by, deed, db: this.db }, () => lastValueFrom(next.handle())));
  }
}
