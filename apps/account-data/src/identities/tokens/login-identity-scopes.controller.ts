import { Controller, Param, Query } from '@nestjs/common';
import { IdField, TextListField } from '@towpath/contracts';
import { InternalRoute } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { coveredProducts } from '../login-identities/domain/consent.js';
import { parseLoginIdentityId } from '../login-identities/login-identity.errors.js';
import { ReadLoginIdentity } from '../login-identities/read-login-identity.js';
import { scopesOf } from './login-identity-tokens.js';

export class LoginIdentityScopesQuery {
  @IdField('The app of the login identity.') customer_app_id: string;
}

export class LoginIdentityScopesResponse {
  @TextListField('Scopes of the products that the consent covers now.') scopes: string[];
}

/** For each token that the gateway issues. */
@Controller()
export class LoginIdentityScopesController {
  constructor(
    private readonly transactions: Transactions,
    private readonly identities: ReadLoginIdentity,
  ) {}

  @InternalRoute('GET', '/internal/login_identities/{loginIdentityId}/scopes', {
    callers: ['gateway'],
    response: LoginIdentityScopesResponse,
  })
  async read(
    @Param('loginIdentityId') id: string,
    @Query() { customer_app_id: app }: LoginIdentityScopesQuery,
  ): Promise<LoginIdentityScopesResponse> {
    const loginIdentityId = parseLoginIdentityId(id);
    const products = await this.transactions.forApp(app as CustomerAppId, async (tx) => {
      const { snapshot } = await this.identities.find(tx, loginIdentityId);
      return coveredProducts(snapshot, tx.now);
    });
    return { scopes: [...scopesOf(products)] };
  }
}
