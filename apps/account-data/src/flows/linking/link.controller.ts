import { Body, Controller, Param } from '@nestjs/common';
import {
  CreateLinkRequest,
  LinkActionRequest,
  LinkStatusResponse,
  LoginIdentityResponse,
  RelinkRequest,
} from '@towpath/contracts/account-data';
import { Caller, Operation } from '@towpath/http';
import { parseLoginIdentityId } from '../../identities/login-identities/login-identity.errors.js';
import { AnswerAction } from './answer-action.use-case.js';
import { CreateLink } from './create-link.use-case.js';
import { LinkCaller } from './link-caller.js';
import { GetLinkStatus } from './get-link-status.query.js';
import { Relink } from './relink.use-case.js';

/** Linking in the user interface of the customer app. */
@Controller()
export class LinkController {
  constructor(
    private readonly createLink: CreateLink,
    private readonly answerAction: AnswerAction,
    private readonly getLinkStatus: GetLinkStatus,
    private readonly relink: Relink,
  ) {}

  @Operation('createLink', { response: LoginIdentityResponse })
  create(
    @LinkCaller() caller: LinkCaller,
    @Body() body: CreateLinkRequest,
  ): Promise<LoginIdentityResponse> {
    return this.createLink.execute(caller, body);
  }

  @Operation('linkAction', { response: LoginIdentityResponse })
  answer(
    @LinkCaller() caller: LinkCaller,
    @Param('loginIdentityId') rawLoginIdentityId: string,
    @Body() body: LinkActionRequest,
  ): Promise<LoginIdentityResponse> {
    const loginIdentityId = parseLoginIdentityId(rawLoginIdentityId);
    const answer = { loginIdentityId, asked: body, page: null };
    return this.answerAction.execute(caller, answer);
  }

  @Operation('linkStatus', { response: LinkStatusResponse })
  status(
    @Caller() { customerAppId }: Caller,
    @Param('loginIdentityId') loginIdentityId: string,
  ): Promise<LinkStatusResponse> {
    return this.getLinkStatus.execute(customerAppId, loginIdentityId);
  }

  @Operation('relinkV2', { response: LoginIdentityResponse })
  begin(
    @LinkCaller() caller: LinkCaller,
    @Param('loginIdentityId') loginIdentityId: string,
    @Body() body: RelinkRequest,
  ): Promise<LoginIdentityResponse> {
    return this.relink.execute(caller, loginIdentityId, body);
  }
}
