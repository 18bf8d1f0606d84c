import { Body, Controller, Query } from '@nestjs/common';
import { SearchInstitutionsResponse } from '@towpath/contracts';
import {
  HostedLinkConsent,
  HostedLinkConsentQuery,
  HostedLinkInstitutionsQuery,
  HostedLinkResult,
  HostedLinkSession,
  HostedLinkView,
  LinkActionRequest,
  StartHostedLoginRequest,
} from '@towpath/contracts/account-data';
import { Caller, ClientAddress, Operation, pageSessionBeganAt } from '@towpath/http';
import { FinishHostedLink } from './finish-hosted-link.js';
import { GetHostedLink } from './get-hosted-link.query.js';
import type { MintedToken } from './hosted-link-mint.js';
import { AnswerHostedAction } from './answer-hosted-action.use-case.js';
import { hostedCallerOf, type HostedCaller } from './link-caller.js';
import { OpenHostedLink } from './open-hosted-link.use-case.js';
import { StartHostedLogin } from './start-hosted-login.use-case.js';

/** Operations of the hosted link page. */
@Controller()
export class HostedLinkController {
  constructor(
    private readonly openHostedLink: OpenHostedLink,
    private readonly getHostedLink: GetHostedLink,
    private readonly startHostedLogin: StartHostedLogin,
    private readonly answerHostedAction: AnswerHostedAction,
    private readonly finishLink: FinishHostedLink,
  ) {}

  @Operation('openHostedLinkSession', { response: HostedLinkSession })
  async open(@Caller() caller: Caller): Promise<HostedLinkSession> {
    const user = hostedCallerOf(caller);
    return sessionBody(user, await this.openHostedLink.execute(user));
  }

  @Operation('extendHostedLinkSession', { response: HostedLinkSession })
  async extend(@Caller() caller: Caller): Promise<HostedLinkSession> {
    const user = hostedCallerOf(caller);
    return sessionBody(user, await this.openHostedLink.extend(user, pageSessionBeganAt(caller)));
  }

  @Operation('getHostedLinkView', { response: HostedLinkView })
  read(@Caller() caller: Caller): Promise<HostedLinkView> {
    return this.getHostedLink.execute(hostedCallerOf(caller));
  }

  @Operation('listHostedLinkInstitutions', { response: SearchInstitutionsResponse })
  async search(
    @Caller() caller: Caller,
    @Query() asked: HostedLinkInstitutionsQuery,
  ): Promise<SearchInstitutionsResponse> {
    return { institutions: await this.getHostedLink.search(hostedCallerOf(caller), asked) };
  }

  @Operation('getHostedLinkConsent', { response: HostedLinkConsent })
  consent(
    @Caller() caller: Caller,
    @Query() { institution_id }: HostedLinkConsentQuery,
  ): Promise<HostedLinkConsent> {
    return this.getHostedLink.consent(hostedCallerOf(caller), institution_id);
  }

  @Operation('startHostedLogin', { response: HostedLinkView })
  async login(
    @Caller() caller: Caller,
    @ClientAddress() address: string | null,
    @Body() body: StartHostedLoginRequest,
  ): Promise<HostedLinkView> {
    const user = hostedCallerOf(caller, address);
    await this.startHostedLogin.execute(user, body);
    return this.getHostedLink.execute(user);
  }

  @Operation('answerHostedAction', { response: HostedLinkView })
  async answer(
    @Caller() caller: Caller,
    @ClientAddress() address: string | null,
    @Body() body: LinkActionRequest,
  ): Promise<HostedLinkView> {
    const user = hostedCallerOf(caller, address);
    await this.answerHostedAction.execute(user, body);
    return this.getHostedLink.execute(user);
  }

  @Operation('finishHostedLink', { response: HostedLinkResult })
  finish(@Caller() caller: Caller): Promise<HostedLinkResult> {
    return this.finishLink.success(hostedCallerOf(caller));
  }

  @Operation('leaveHostedLink', { response: HostedLinkResult })
  leave(@Caller() caller: Caller): Promise<HostedLinkResult> {
    return this.finishLink.leave(hostedCallerOf(caller));
  }
}

function sessionBody(
  { customerAppId, sessionId }: HostedCaller,
  { access_token, expires_in }: MintedToken,
): HostedLinkSession {
  return { access_token, token_type: 'Bearer', expires_in, link: `${customerAppId}.${sessionId}` };
}
