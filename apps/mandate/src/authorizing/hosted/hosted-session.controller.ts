import { Body, Controller } from '@nestjs/common';
import { HostedSessionResponse } from '@towpath/contracts';
import { OpenMandateSessionRequest } from '@towpath/contracts/mandate';
import { Caller, Operation, pageSessionBeganAt } from '@towpath/http';
import type { SessionToken } from '@towpath/service';
import { sessionCallerOf } from '../sessions/session-caller.js';
import { ExtendMandateSession } from './extend-session.use-case.js';
import { OpenMandateSession } from './open-session.use-case.js';

/** The session of the hosted mandate page. */
@Controller()
export class HostedSessionController {
  constructor(
    private readonly openMandateSession: OpenMandateSession,
    private readonly extendMandateSession: ExtendMandateSession,
  ) {}

  @Operation('openHostedMandateSession', { response: HostedSessionResponse })
  async open(@Body() { token }: OpenMandateSessionRequest): Promise<HostedSessionResponse> {
    return responseOf(await this.openMandateSession.execute(token));
  }

  @Operation('extendHostedMandateSession', { response: HostedSessionResponse })
  async extend(@Caller() caller: Caller): Promise<HostedSessionResponse> {
    const session = { ...sessionCallerOf(caller), sessionBeganAt: pageSessionBeganAt(caller) };
    return responseOf(await this.extendMandateSession.execute(session));
  }
}

function responseOf({ accessToken, expiresIn }: SessionToken): HostedSessionResponse {
  return { access_token: accessToken, token_type: 'Bearer', expires_in: expiresIn };
}
