import { Inject, Injectable } from '@nestjs/common';
import type { AccessTokenClaims, OperationOwner } from '@towpath/contracts';
import { DomainError, parseId, type ClientId, type CustomerAppId } from '@towpath/kernel';

import { authorize } from './authorize.js';
import type { Caller } from './caller.js';
import { CustomerAppDirectory, type KnownCustomerApp } from './customer-app-directory.js';
import type { RouteAccess } from './route-access.js';
import { TokenVerifier } from './token-verifier.js';

/** Injection token: the name of the running service. */
export const SERVICE_NAME = Symbol('SERVICE_NAME');

const BEARER = /^Bearer +(\S+) *$/i;

/** From the `Authorization` header and the route to the caller, or a refusal. */
@Injectable()
export class Authenticator {
  constructor(
    private readonly tokens: TokenVerifier,
    private readonly customerApps: CustomerAppDirectory,
    @Inject(SERVICE_NAME) private readonly service: OperationOwner,
  ) {}

  /** Undefined for routes that take no token. */
  async authenticate(
    access: RouteAccess,
    authorization: string | undefined,
  ): Promise<Caller | undefined> {
    if (!takesToken(access)) return undefined;
    const claims = await this.tokens.verify(bearerOf(authorization));
    authorize(access, { claims, service: this.service });
    if (access.kind !== 'operation') return toCaller(claims, undefined);
    const app = await this.#enabledApp(claims);
    if (access.operation?.testOnly && app.appType !== 'TEST') {
      throw new DomainError('NOT_A_TEST_APP', 'This operation serves test apps only.');
    }
    return toCaller(claims, app);
  }

  async #enabledApp(claims: AccessTokenClaims): Promise<KnownCustomerApp> {
    const customerApp = parseId<CustomerAppId>(claims.customer_app_id);
    const app = customerApp && (await this.customerApps.find(customerApp));
    if (!app?.enabled) {
      throw new DomainError('UNAUTHORIZED', 'The customer app of this token is not enabled.');
    }
    if (claims.gen < app.credentialGeneration) {
      throw new DomainError('UNAUTHORIZED', 'The credentials of this token have been replaced.');
    }
    return app;
  }
}

function takesToken({ kind, operation }: RouteAccess): boolean {
  if (kind === 'operation') return operation?.kinds !== 'public';
  return kind === 'internal' || kind === 'operator';
}

function bearerOf(authorization: string | undefined): string {
  const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
  if (token) return token;
  throw new DomainError('UNAUTHORIZED', 'A bearer token is required.', { missing: true });
}

function toCaller(claims: AccessTokenClaims, app: KnownCustomerApp | undefined): Caller {
  return {
    customerAppId: claims.customer_app_id as CustomerAppId,
    appType: app?.appType ?? claims.app_type ?? 'TEST',
    clientId: claims.client_id as ClientId,
    scopes: claims.scopes as Caller['scopes'],
    tokenUse: claims.token_use,
    tokenId: claims.jti,
    claims,
  };
}
