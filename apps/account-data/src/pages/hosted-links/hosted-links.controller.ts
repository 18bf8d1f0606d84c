import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  field,
  Institution,
  SearchInstitutionsResponse,
  SessionInstitutionsQuery,
} from '@towpath/contracts';
import {
  HostedLinkConsent,
  HostedLinkConsentQuery,
  HostedLinkInstitutionsQuery,
  HostedLinkResult,
  HostedLinkSession,
  HostedLinkView,
  LinkActionRequest,
  LinkTokenRequest,
  LinkTokenResponse,
  RefreshLoginIdentityRequest,
  RefreshTokenResponse,
  StartHostedLoginRequest,
} from '@towpath/contracts/account-data';
import {
  Caller,
  ClientAddress,
  DocumentsOptionalBody,
  InternalRoute,
  Operation,
  OptionalBody,
  pageSessionBeganAt,
} from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import { parseLoginIdentityId } from '../../identities/login-identities/login-identities.reads.js';
import { hostedCallerOf, HostedLinksReads } from './hosted-links.reads.js';
import { HostedLinksService } from './hosted-links.service.js';
import { HostedLoginsService } from './hosted-logins.service.js';
import { LinkTokensService } from './link-tokens.service.js';

export class HostedLinkOriginsQuery {
  @field.id('The app of the session.') customer_app_id: string;
}

export class HostedLinkOriginsResponse {
  @field.textList('Origins that may frame the page, and take its last form.') origins: string[];
}

/** The hosted link page: the operations that create its URL, and its own. */
@Controller()
export class HostedLinksController {
  constructor(
    private readonly tokens: LinkTokensService,
    private readonly links: HostedLinksService,
    private readonly logins: HostedLoginsService,
    private readonly reads: HostedLinksReads,
  ) {}

  @Operation('generateLinkToken', { response: LinkTokenResponse })
  create(@Caller() caller: Caller, @Body() body: LinkTokenRequest): Promise<LinkTokenResponse> {
    return this.tokens.create(caller, body);
  }

  @Operation('refreshLoginIdentity', { response: RefreshTokenResponse })
  @DocumentsOptionalBody(RefreshLoginIdentityRequest)
  refresh(
    @Caller() { customerAppId, appType, claims }: Caller,
    @OptionalBody(RefreshLoginIdentityRequest) body: RefreshLoginIdentityRequest,
  ): Promise<RefreshTokenResponse> {
    const loginIdentityId = parseLoginIdentityId(claims.login_identity_id);
    return this.tokens.refresh({ customerAppId, appType, loginIdentityId }, body);
  }

  @Operation('openHostedLinkSession', { response: HostedLinkSession })
  open(@Caller() caller: Caller): Promise<HostedLinkSession> {
    return this.links.open(hostedCallerOf(caller));
  }

  @Operation('extendHostedLinkSession', { response: HostedLinkSession })
  extend(@Caller() caller: Caller): Promise<HostedLinkSession> {
    return this.links.extend(hostedCallerOf(caller), pageSessionBeganAt(caller));
  }

  @Operation('getHostedLinkView', { response: HostedLinkView })
  view(@Caller() caller: Caller): Promise<HostedLinkView> {
    return this.reads.view(hostedCallerOf(caller));
  }

  @Operation('listHostedLinkInstitutions', { response: SearchInstitutionsResponse })
  async search(
    @Caller() caller: Caller,
    @Query() asked: HostedLinkInstitutionsQuery,
  ): Promise<SearchInstitutionsResponse> {
    return { institutions: await this.reads.search(hostedCallerOf(caller), asked) };
  }

  /** Of the pages of other services too. */
  @Operation('getInstitutionsForCustomer', { response: [Institution] })
  institutions(
    @Caller() caller: Caller,
    @Query() query: SessionInstitutionsQuery,
  ): Promise<Institution[]> {
    return this.reads.institutionsFor(caller, query);
  }

  @Operation('getHostedLinkConsent', { response: HostedLinkConsent })
  consent(
    @Caller() caller: Caller,
    @Query() { institution_id }: HostedLinkConsentQuery,
  ): Promise<HostedLinkConsent> {
    return this.reads.consent(hostedCallerOf(caller), institution_id);
  }

  @Operation('startHostedLogin', { response: HostedLinkView })
  async login(
    @Caller() caller: Caller,
    @ClientAddress() address: string | null,
    @Body() body: StartHostedLoginRequest,
  ): Promise<HostedLinkView> {
    const user = hostedCallerOf(caller, address);
    await this.logins.begin(user, body);
    return this.reads.view(user);
  }

  @Operation('answerHostedAction', { response: HostedLinkView })
  async answer(
    @Caller() caller: Caller,
    @ClientAddress() address: string | null,
    @Body() body: LinkActionRequest,
  ): Promise<HostedLinkView> {
    const user = hostedCallerOf(caller, address);
    await this.logins.answer(user, body);
    return this.reads.view(user);
  }

  @Operation('finishHostedLink', { response: HostedLinkResult })
  finish(@Caller() caller: Caller): Promise<HostedLinkResult> {
    return this.links.finish(hostedCallerOf(caller));
  }

  @Operation('leaveHostedLink', { response: HostedLinkResult })
  leave(@Caller() caller: Caller): Promise<HostedLinkResult> {
    return this.links.leave(hostedCallerOf(caller));
  }

  /** The gateway adds the sites of the app, and sends them to browsers. */
  @InternalRoute('GET', '/internal/hosted_links/{sessionId}/embedding_origins', {
    callers: ['gateway'],
    response: HostedLinkOriginsResponse,
  })
  async embeddingOrigins(
    @Param('sessionId') sessionId: string,
    @Query() { customer_app_id: app }: HostedLinkOriginsQuery,
  ): Promise<HostedLinkOriginsResponse> {
    const origins = await this.reads.embeddingOrigins(app as CustomerAppId, sessionId);
    return { origins: [...origins] };
  }
}
