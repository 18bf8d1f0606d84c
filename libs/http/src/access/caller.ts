import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AccessTokenClaims, AppType, Scope, TokenUse } from '@towpath/contracts';
import type { OperatorClaim } from '@towpath/contracts/operator';
import type { ClientId, CustomerAppId } from '@towpath/kernel';
import type { FastifyRequest } from 'fastify';

/** The caller of a request, from a verified token. */
export interface Caller {
  /** Empty for `service` tokens: an internal call names its customer app in its input. */
  readonly customerAppId: CustomerAppId;
  readonly appType: AppType;
  readonly clientId: ClientId;
  readonly scopes: readonly Scope[];
  readonly tokenUse: TokenUse;
  readonly tokenId: string;
  readonly claims: AccessTokenClaims;
}

/** Injects the caller into a handler of an `@Operation` or `@InternalRoute`. */
export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!caller) throw new Error('@Caller() is used on a route that takes no token');
  return caller;
});

/** Injects the claim of the operator into a handler of an `@OperatorRoute`. */
export const OperatorOf = createParamDecorator(
  (_data: unknown, context: ExecutionContext): OperatorClaim => {
    const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
    const operator = caller?.claims.operator;
    if (!operator) throw new Error('@OperatorOf() is used on a route that takes no operator');
    return operator;
  },
);
