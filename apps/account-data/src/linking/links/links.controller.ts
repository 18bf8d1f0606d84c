import {
  Body,
  Controller,
  createParamDecorator,
  Param,
  type ExecutionContext,
} from '@nestjs/common';
import {
  CreateLinkRequest,
  DeleteLoginIdentityResponse,
  LinkActionRequest,
  LinkStatusResponse,
  LoginIdentityResponse,
  RelinkRequest,
} from '@towpath/contracts/account-data';
import { Caller, CLIENT_ADDRESS_HEADER, Operation } from '@towpath/http';
import type { FastifyRequest } from 'fastify';
import { parseLoginIdentityId } from '../../identities/login-identities/login-identities.reads.js';
import { LoginsService } from '../logins/logins.service.js';
import { UnlinksService } from '../unlinks/unlinks.service.js';
import { LinksReads } from './links.reads.js';
import { LinksService, type LinkCaller } from './links.service.js';

const AppCaller = createParamDecorator((_data: unknown, context: ExecutionContext): LinkCaller => {
  const { caller, headers } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!caller) throw new Error('@AppCaller() is used on a route that takes no token');
  const address = headers[CLIENT_ADDRESS_HEADER];
  return { ...caller, address: typeof address === 'string' ? address : null };
});

/** Linking in the user interface of the customer app, and the end of a link. */
@Controller()
export class LinksController {
  constructor(
    private readonly links: LinksService,
    private readonly reads: LinksReads,
    private readonly logins: LoginsService,
    private readonly unlinks: UnlinksService,
  ) {}

  @Operation('createLink', { response: LoginIdentityResponse })
  create(@AppCaller() caller: LinkCaller, @Body() body: CreateLinkRequest) {
    return this.links.create(caller, body);
  }

  @Operation('linkAction', { response: LoginIdentityResponse })
  answer(
    @AppCaller() caller: LinkCaller,
    @Param('loginIdentityId') rawLoginIdentityId: string,
    @Body() asked: LinkActionRequest,
  ): Promise<LoginIdentityResponse> {
    const loginIdentityId = parseLoginIdentityId(rawLoginIdentityId);
    return this.logins.answer(caller, { loginIdentityId, asked, page: null });
  }

  @Operation('linkStatus', { response: LinkStatusResponse })
  status(@Caller() { customerAppId }: Caller, @Param('loginIdentityId') id: string) {
    return this.reads.status(customerAppId, id);
  }

  @Operation('relinkV2', { response: LoginIdentityResponse })
  relink(
    @AppCaller() caller: LinkCaller,
    @Param('loginIdentityId') loginIdentityId: string,
    @Body() body: RelinkRequest,
  ): Promise<LoginIdentityResponse> {
    return this.links.relink(caller, loginIdentityId, body);
  }

  @Operation('deleteLoginIdentity', { response: DeleteLoginIdentityResponse })
  async delete(@Caller() { customerAppId, claims }: Caller): Promise<DeleteLoginIdentityResponse> {
    await this.unlinks.unlink(customerAppId, parseLoginIdentityId(claims.login_identity_id));
    return { success: true };
  }
}
