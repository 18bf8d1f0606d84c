import { Body, Controller } from '@nestjs/common';
import { HostedSessionResponse } from '@towpath/contracts';
import { OpenMandateSessionRequest } from '@towpath/contracts/mandate';
import { Caller, Operation, pageSessionBeganAt } from '@towpath/http';
import type { SessionToken } from '@towpath/service';
import { sessionCallerOf, SessionsService } from './sessions.service.js';

/** The session of the hosted mandate page. */
@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Operation('openHostedMandateSession', { response: HostedSessionResponse })
  async open(@Body() { token }: OpenMandateSessionRequest): Promise<HostedSessionResponse> {
    return responseOf(await this.sessions.open(token));
  }

  @Operation('extendHostedMandateSession', { response: HostedSessionResponse })
  async extend(@Caller() caller: Caller): Promise<HostedSessionResponse> {
    const token = await this.sessions.extend(sessionCallerOf(caller), pageSessionBeganAt(caller));
    return responseOf(token);
  }
}

function responseOf({ accessToken, expiresIn }: SessionToken): HostedSessionResponse {
  return { access_token: accessToken, token_type: 'Bearer', expires_in: expiresIn };
}
