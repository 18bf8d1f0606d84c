import {
  Inject,
  Injectable,
  Optional,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { UnknownCustomerApp } from '@towpath/persistence';
import { from, retry, type Observable } from 'rxjs';

import { KNOWN_APPS, type KnownApps } from './customer-app-directory.js';

/** A call may name a few apps, each of which may be new. */
const MAX_ASKED = 10;

/**
 * An internal call may name a customer app before the event of the new app arrives. The service
 * then requests the app from the gateway, and the handler runs again, because nothing was written
 * for an unknown app. An app that the gateway does not know answers `INVALID_REQUEST`.
 */
@Injectable()
export class UnknownAppInterceptor implements NestInterceptor {
  /** Null if a controller is only part of the module: the command line has no ports. */
  constructor(
    @Optional() @Inject(KNOWN_APPS) private readonly customerApps: KnownApps | undefined,
  ) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const asked = new Set<CustomerAppId>();
    return next
      .handle()
      .pipe(retry({ count: MAX_ASKED, delay: (error: unknown) => from(this.learn(error, asked)) }));
  }

  private async learn(error: unknown, asked: Set<CustomerAppId>): Promise<void> {
    if (!(error instanceof UnknownCustomerApp) || asked.has(error.customerAppId)) throw error;
    asked.add(error.customerAppId);
    if (await this.customerApps?.find(error.customerAppId)) return;
    throw new DomainError('INVALID_REQUEST', 'customer_app_id is no known customer app.');
  }
}
