import { Controller, Param } from '@nestjs/common';
import {
  DeleteLoginIdentityResponse,
  LoginIdentityHistoryResponse,
  LoginIdentityResponse,
} from '@towpath/contracts/account-data';
import { Caller, Operation } from '@towpath/http';
import { GetLoginIdentity } from '../../identities/login-identities/get-login-identity.query.js';
import { parseLoginIdentityId } from '../../identities/login-identities/login-identity.errors.js';
import { DeleteLoginIdentity } from '../unlinking/delete-login-identity.use-case.js';

@Controller()
export class LoginIdentityController {
  constructor(
    private readonly getLoginIdentity: GetLoginIdentity,
    private readonly deleteLoginIdentity: DeleteLoginIdentity,
  ) {}

  @Operation('getLoginIdentity', { response: LoginIdentityResponse })
  own(@Caller() { customerAppId, claims }: Caller): Promise<LoginIdentityResponse> {
    return this.getLoginIdentity.execute(customerAppId, claims.login_identity_id);
  }

  @Operation('getLoginIdentityById', { response: LoginIdentityResponse })
  byId(
    @Caller() { customerAppId }: Caller,
    @Param('loginIdentityId') loginIdentityId: string,
  ): Promise<LoginIdentityResponse> {
    return this.getLoginIdentity.execute(customerAppId, loginIdentityId);
  }

  @Operation('getLoginIdentityHistory', { response: LoginIdentityHistoryResponse })
  history(
    @Caller() { customerAppId }: Caller,
    @Param('loginIdentityId') loginIdentityId: string,
  ): Promise<LoginIdentityHistoryResponse> {
    return this.getLoginIdentity.history(customerAppId, loginIdentityId);
  }

  @Operation('deleteLoginIdentity', { response: DeleteLoginIdentityResponse })
  async delete(@Caller() { customerAppId, claims }: Caller): Promise<DeleteLoginIdentityResponse> {
    const loginIdentityId = parseLoginIdentityId(claims.login_identity_id);
    await this.deleteLoginIdentity.execute(customerAppId, loginIdentityId);
    return { success: true };
  }
}
