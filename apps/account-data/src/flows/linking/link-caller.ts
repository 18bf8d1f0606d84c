import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AppType } from '@towpath/contracts';
import { CLIENT_ADDRESS_HEADER } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import type { FastifyRequest } from 'fastify';

/** A customer app that hands over a login. */
export interface LinkCaller {
  readonly customerAppId: CustomerAppId;
  readonly appType: AppType;
  /** Those of the customer token, which are those of the app. */
  readonly scopes: readonly string[];
  /** Of its server; null if the request did not come through the API gateway. */
  readonly address: string | null;
}

export const LinkCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): LinkCaller => {
    const { caller, headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!caller) throw new Error('@LinkCaller() is used on a route that takes no token');
    const address = headers[CLIENT_ADDRESS_HEADER];
    const { customerAppId, appType, scopes } = caller;
    return {
      customerAppId,
      appType,
      scopes,
      address: typeof address === 'string' ? address : null,
    };
  },
);
