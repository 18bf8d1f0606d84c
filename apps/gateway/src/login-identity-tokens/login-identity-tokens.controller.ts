import { Body, Controller } from '@nestjs/common';
import { field, isScope, type Scope } from '@towpath/contracts';
import {
  AccessTokenResponse,
  LinkCodeExchange,
  RefreshTokenRequest,
} from '@towpath/contracts/gateway';
import { Caller, InternalRoute, Operation } from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { LoginIdentityTokensService } from './login-identity-tokens.service.js';

class GrantBody {
  @field.text({ min: 26, max: 26 }) customer_app_id: string;
  @field.text({ min: 26, max: 26 }) login_identity_id: string;
  @field.textList() scopes: string[];
}

class LoginBody extends GrantBody {
  @field.text({ min: 26, max: 26 }) authentication_id: string;
}

class CodeBody extends GrantBody {
  @field.text({ min: 26, max: 26 }) session_id: string;
  @field.text() redirect_uri: string;
  @field.text({ optional: true }) code_challenge?: string;
  @field.text({ optional: true }) code_challenge_method?: string;
}

@Controller()
export class LoginIdentityTokensController {
  constructor(private readonly tokens: LoginIdentityTokensService) {}

  @Operation('token', { response: AccessTokenResponse, body: { form: true } })
  exchange(@Caller() caller: Caller, @Body() body: LinkCodeExchange) {
    return this.tokens.exchangeCode(caller, body);
  }

  @Operation('refreshToken', { response: AccessTokenResponse })
  refresh(@Caller() { customerAppId }: Caller, @Body() body: RefreshTokenRequest) {
    return this.tokens.refresh(customerAppId, body.refresh_token);
  }

  @InternalRoute('POST', '/internal/tokens/login_identity', { callers: ['account-data'] })
  async mint(@Body() body: LoginBody): Promise<{ readonly pair?: AccessTokenResponse }> {
    const authenticationId = body.authentication_id;
    const pair = await this.tokens.grant({ ...grantOf(body), authenticationId });
    return pair ? { pair } : {};
  }

  @InternalRoute('POST', '/internal/link_codes', { callers: ['account-data'] })
  async code(@Body() body: CodeBody): Promise<{ readonly code?: string }> {
    const code = await this.tokens.issueCode({
      ...grantOf(body),
      sessionId: body.session_id,
      redirectUri: body.redirect_uri,
      codeChallenge: body.code_challenge ?? null,
      codeChallengeMethod: body.code_challenge_method ?? null,
    });
    return code === null ? {} : { code };
  }
}

function grantOf(body: GrantBody) {
  return {
    customerAppId: body.customer_app_id as CustomerAppId,
    loginIdentityId: body.login_identity_id,
    scopes: body.scopes.filter((scope): scope is Scope => isScope(scope)),
  };
}
