import { Body, Controller } from '@nestjs/common';
import { HostedSessionResponse } from '@towpath/contracts';
import { OpenHostedSessionRequest } from '@towpath/contracts/payment-link';
import { Caller, Operation, pageSessionBeganAt } from '@towpath/http';
import { ExtendHostedSession } from './extend-session.use-case.js';
import { OpenHostedSession } from './open-session.use-case.js';
import { payerOf } from './payer.js';
import type { SessionToken } from '@towpath/service';

/** The session of the hosted payment page. */
@Controller()
export class HostedSessionController {
  constructor(
    private readonly openHostedSession: OpenHostedSession,
    private readonly extendHostedSession: ExtendHostedSession,
  ) {}

  @Operation('openHostedPaymentSession', { response: HostedSessionResponse })
  async open(@Body() { token }: OpenHostedSessionRequest): Promise<HostedSessionResponse> {
    return responseOf(await this.openHostedSession.execute(token));
  }

  @Operation('extendHostedPaymentSession', { response: HostedSessionResponse })
  async extend(@Caller() caller: Caller): Promise<HostedSessionResponse> {
    const session = await this.extendHostedSession.execute({
      ...payerOf(caller),
      uniqueReferenceId: caller.claims.unique_reference_id ?? '',
      sessionBeganAt: pageSessionBeganAt(caller),
    });
    return responseOf(session);
  }
}

function responseOf({ accessToken, expiresIn }: SessionToken): HostedSessionResponse {
  return { access_token: accessToken, token_type: 'Bearer', expires_in: expiresIn };
}
