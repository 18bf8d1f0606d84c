import { Controller, Param, Query } from '@nestjs/common';
import { field } from '@towpath/contracts';
import {
  LoginIdentityHistoryResponse,
  LoginIdentityResponse,
} from '@towpath/contracts/account-data';
import { Caller, InternalRoute, Operation } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { LoginIdentitiesReads } from './login-identities.reads.js';

export class LoginIdentityScopesQuery {
  @field.id('The app of the login identity.') customer_app_id: string;
}

export class LoginIdentityScopesResponse {
  @field.textList('Scopes of the products that the consent covers now.') scopes: string[];
}

@Controller()
export class LoginIdentitiesController {
  constructor(private readonly identities: LoginIdentitiesReads) {}

  @Operation('getLoginIdentity', { response: LoginIdentityResponse })
  own(@Caller() { customerAppId, claims }: Caller): Promise<LoginIdentityResponse> {
    return this.identities.get(customerAppId, claims.login_identity_id);
  }

  @Operation('getLoginIdentityById', { response: LoginIdentityResponse })
  byId(@Caller() { customerAppId }: Caller, @Param('loginIdentityId') id: string) {
    return this.identities.get(customerAppId, id);
  }

  @Operation('getLoginIdentityHistory', { response: LoginIdentityHistoryResponse })
  history(@Caller() { customerAppId }: Caller, @Param('loginIdentityId') id: string) {
    return this.identities.history(customerAppId, id);
  }

  /** For each token that the gateway issues. */
  @InternalRoute('GET', '/internal/login_identities/{loginIdentityId}/scopes', {
    callers: ['gateway'],
    response: LoginIdentityScopesResponse,
  })
  async scopes(
    @Param('loginIdentityId') loginIdentityId: string,
    @Query() { customer_app_id: app }: LoginIdentityScopesQuery,
  ): Promise<LoginIdentityScopesResponse> {
    const scopes = await this.identities.scopes(app as CustomerAppId, loginIdentityId);
    return { scopes: [...scopes] };
  }
}
