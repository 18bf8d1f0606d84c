import { Body, Controller, Headers, Param, Query, Res } from '@nestjs/common';
import {
  field,
  Institution,
  InstitutionLoginQuery,
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
  LinkReturnQuery,
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
  DocumentsQuery,
  InternalRoute,
  Operation,
  OptionalBody,
  pageSessionBeganAt,
} from '@towpath/http';
import type { CustomerAppId } from '@towpath/kernel';
import type { FastifyReply } from 'fastify';
import { parseLoginIdentityId } from '../../identities/login-identities/login-identities.reads.js';
import { BankRedirectsService, unknownState } from './bank-redirects.service.js';
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

const MAX_MEMBERS = 20;
const MAX_LENGTH = 2_000;

/** The hosted link page: the operations that create its URL, its own, and the way to a bank and back. */
@Controller()
export class HostedLinksController {
  constructor(
    private readonly tokens: LinkTokensService,
    private readonly links: HostedLinksService,
    private readonly logins: HostedLoginsService,
    private readonly reads: HostedLinksReads,
    private readonly redirects: BankRedirectsService,
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
  async search(@Caller() caller: Caller, @Query() asked: HostedLinkInstitutionsQuery) {
    return { institutions: await this.reads.search(hostedCallerOf(caller), asked) };
  }

  /** Of the pages of other services too. */
  @Operation('getInstitutionsForCustomer', { response: [Institution] })
  institutions(@Caller() caller: Caller, @Query() query: SessionInstitutionsQuery) {
    return this.reads.institutionsFor(caller, query);
  }

  @Operation('getHostedLinkConsent', { response: HostedLinkConsent })
  consent(@Caller() caller: Caller, @Query() { institution_id }: HostedLinkConsentQuery) {
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

  /** Redirects the browser to the page of a bank, with the cookie that the return requires. */
  @Operation('startLinkInstitutionLogin')
  async leaveForBank(
    @Query() { state }: InstitutionLoginQuery,
    @Headers('sec-fetch-site') comesFrom: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { location, cookie } = await this.redirects.leave({ state, comesFrom });
    await reply.status(303).headers(redirectHeaders(location)).header('set-cookie', cookie).send();
  }

  /** 303, so that a reload of what follows repeats nothing. */
  @Operation('returnFromLinkInstitution')
  @DocumentsQuery(LinkReturnQuery)
  async returnFromBank(
    @Query() raw: Readonly<Record<string, unknown>>,
    @Headers('cookie') cookies: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { state, ...query } = textsOf(raw);
    if (state === undefined) throw unknownState();
    const location = await this.redirects.return({ state, query, cookies });
    await reply.status(303).headers(redirectHeaders(location)).send();
  }
}

/** Each bank names its members as it likes. Throws INVALID_REQUEST for what no bank would send. */
function textsOf(raw: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const entries = Object.entries(raw);
  const texts = entries.filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[1].length <= MAX_LENGTH,
  );
  if (entries.length > MAX_MEMBERS || texts.length < entries.length) throw unknownState();
  return Object.fromEntries(texts);
}

/** A redirect that is not cached and sends no referrer, because the address contains a state. */
function redirectHeaders(location: string) {
  return { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
}
