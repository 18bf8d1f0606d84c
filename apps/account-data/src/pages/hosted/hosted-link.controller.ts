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
import { Caller, Operation, pageSessionBeganAt } from '@towpath/http';
import { FinishHostedLink } from './finish-hosted-link.js';
import { GetHostedLink } from './get-hosted-link.query.js';
import type { MintedToken } from './hosted-link-mint.js';
import { AnswerHostedAction } from './answer-hosted-action.use-case.js';
import { hostedCallerOf, type HostedCaller } from './link-caller.js';
import { OpenHostedLink } from './open-hosted-link.use-case.js';
import { StartHostedLogin } from './start-hosted-login.use-case.js';

/** What the hosted link page calls. */
@Controller()
export class HostedLinkController {
  constructor(
    private readonly openLink: OpenHostedLink,
    private readonly getLink: GetHostedLink,
    private readonly startLogin: StartHostedLogin,
    private readonly answerAction: AnswerHostedAction,
    private readonly finishLink: FinishHostedLink,
  ) {}

  @Operation('openHostedLinkSession', { response: HostedLinkSession })
  async open(@Caller() caller: Caller): Promise<HostedLinkSession> {
    const user = hostedCallerOf(caller);
    return sessionBody(user, await this.openLink.execute(user));
  }

  @Operation('extendHostedLinkSession', { response: HostedLinkSession })
  async extend(@Caller() caller: Caller): Promise<HostedLinkSession> {
    const user = hostedCallerOf(caller);
    return sessionBody(user, await this.openLink.extend(user, pageSessionBeganAt(caller)));
  }

  @Operation('getHostedLinkView', { response: HostedLinkView })
  read(@Caller() caller: Caller): Promise<HostedLinkView> {
    return this.getLink.execute(hostedCallerOf(caller));
  }

  @Operation('listHostedLinkInstitutions', { response: SearchInstitutionsResponse })
  async search(
    @Caller() caller: Caller,
    @Query() asked: HostedLinkInstitutionsQuery,
  ): Promise<SearchInstitutionsResponse> {
    return { institutions: await this.getLink.search(hostedCallerOf(caller), asked) };
  }

  @Operation('getHostedLinkConsent', { response: HostedLinkConsent })
  consent(
    @Caller() caller: Caller,
    @Query() { institution_id }: HostedLinkConsentQuery,
  ): Promise<HostedLinkConsent> {
    return this.getLink.consent(hostedCallerOf(caller), institution_id);
  }

  @Operation('startHostedLogin', { response: HostedLinkView })
  async login(
    @Caller() caller: Caller,
    @Body() body: StartHostedLoginRequest,
  ): Promise<HostedLinkView> {
    const user = hostedCallerOf(caller);
    await this.startLogin.execute(user, body);
    return this.getLink.execute(user);
  }

  @Operation('answerHostedAction', { response: HostedLinkView })
  async answer(@Caller() caller: Caller, @Body() body: LinkActionRequest): Promise<HostedLinkView> {
    const user = hostedCallerOf(caller);
    await this.answerAction.execute(user, body);
    return this.getLink.execute(user);
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
