import { Body, Controller, Param } from '@nestjs/common';
import {
  CreateLinkRequest,
  LinkActionRequest,
  LinkStatusResponse,
  LoginIdentityResponse,
  RelinkRequest,
} from '@towpath/contracts/account-data';
import { Caller, Operation } from '@towpath/http';
import { LoginIdentityViews } from '../../identities/login-identities/login-identity.view.js';
import { AnswerAction } from './answer-action.use-case.js';
import { CreateLink } from './create-link.use-case.js';
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
    private readonly views: LoginIdentityViews,
  ) {}

  @Operation('createLink', { response: LoginIdentityResponse })
  async create(
    @Caller() caller: Caller,
    @Body() body: CreateLinkRequest,
  ): Promise<LoginIdentityResponse> {
    return this.views.body(await this.createLink.execute(caller, body));
  }

  @Operation('linkAction', { response: LoginIdentityResponse })
  async answer(
    @Caller() { customerAppId }: Caller,
    @Param('loginIdentityId') loginIdentityId: string,
    @Body() body: LinkActionRequest,
  ): Promise<LoginIdentityResponse> {
    return this.views.body(await this.answerAction.execute(customerAppId, loginIdentityId, body));
  }

  @Operation('linkStatus', { response: LinkStatusResponse })
  status(
    @Caller() { customerAppId }: Caller,
    @Param('loginIdentityId') loginIdentityId: string,
  ): Promise<LinkStatusResponse> {
    return this.getLinkStatus.execute(customerAppId, loginIdentityId);
  }

  @Operation('relinkV2', { response: LoginIdentityResponse })
  async begin(
    @Caller() caller: Caller,
    @Param('loginIdentityId') loginIdentityId: string,
    @Body() body: RelinkRequest,
  ): Promise<LoginIdentityResponse> {
    return this.views.body(await this.relink.execute(caller, loginIdentityId, body));
  }
}
