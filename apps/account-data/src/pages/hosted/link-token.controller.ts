import { Body, Controller } from '@nestjs/common';
import {
  LinkTokenRequest,
  LinkTokenResponse,
  RefreshLoginIdentityRequest,
  RefreshTokenResponse,
} from '@towpath/contracts/account-data';
import { Caller, DocumentsOptionalBody, Operation, OptionalBody } from '@towpath/http';
import { parseLoginIdentityId } from '../../identities/login-identities/login-identity.errors.js';
import { CreateLinkToken } from './create-link-token.use-case.js';
import { StartRefresh } from './start-refresh.use-case.js';

/** The operation that creates the URL of a hosted link page. */
@Controller()
export class LinkTokenController {
  constructor(
    private readonly createLinkToken: CreateLinkToken,
    private readonly startRefresh: StartRefresh,
  ) {}

  @Operation('generateLinkToken', { response: LinkTokenResponse })
  create(@Caller() caller: Caller, @Body() body: LinkTokenRequest): Promise<LinkTokenResponse> {
    return this.createLinkToken.execute(caller, body);
  }

  @Operation('refreshLoginIdentity', { response: RefreshTokenResponse })
  @DocumentsOptionalBody(RefreshLoginIdentityRequest)
  refresh(
    @Caller() { customerAppId, appType, claims }: Caller,
    @OptionalBody(RefreshLoginIdentityRequest) body: RefreshLoginIdentityRequest,
  ): Promise<RefreshTokenResponse> {
    const loginIdentityId = parseLoginIdentityId(claims.login_identity_id);
    return this.startRefresh.execute({ customerAppId, appType, loginIdentityId }, body);
  }
}
