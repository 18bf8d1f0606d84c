import { Injectable } from '@nestjs/common';
import {
  INSTITUTION_PAYMENTS,
  INSTITUTION_PRODUCTS,
  INSTITUTION_STATUSES,
  INSTITUTION_TAGS,
  type AppType,
} from '@towpath/contracts';
import type {
  LinkTokenRequest,
  LinkTokenResponse,
  RefreshLinkCustomizations,
  RefreshLoginIdentityRequest,
  RefreshTokenResponse,
} from '@towpath/contracts/account-data';
import { InternalClient, type Caller } from '@towpath/http';
import {
  DomainError,
  isReturnAddress,
  newId,
  type CustomerAppId,
  type LoginIdentityId,
} from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { InstitutionsReads } from '../../banks/institutions/institutions.reads.js';
import {
  DATA_SCOPES,
  LoginIdentitiesReads,
  parseLoginIdentityId,
  scopesOf,
} from '../../identities/login-identities/login-identities.reads.js';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/login-identity.table.js';
import { BankPagesService } from '../../linking/logins/bank-pages.service.js';
import { readableProducts, requestedProducts } from '../../linking/logins/requested-login.js';
import { assertRefreshable, RefreshesService } from '../../linking/refreshes/refreshes.service.js';
import {
  hostedLinks,
  type HostedLink,
  type HostedLinkId,
  type LinkRequest,
} from './hosted-link.table.js';
import { HostedLinksReads } from './hosted-links.reads.js';

export type MintedToken = Omit<LinkTokenResponse, 'link_url'>;

const COUNTRY = /^[A-Z]{3}$/;
const SUPPORTED: readonly string[] = [...INSTITUTION_PRODUCTS, ...INSTITUTION_PAYMENTS];

interface RequestingApp {
  readonly appType: AppType;
  readonly scopes: readonly string[];
}

/** Sessions of the hosted page, with their tokens and codes: the gateway signs and keeps these. */
@Injectable()
export class LinkTokensService {
  constructor(
    private readonly db: Transactions,
    private readonly client: InternalClient,
    private readonly institutions: InstitutionsReads,
    private readonly identities: LoginIdentitiesReads,
    private readonly reads: HostedLinksReads,
    private readonly refreshes: RefreshesService,
    private readonly pages: BankPagesService,
  ) {}

  /** A page on which a user links a bank, or updates a link. The request stays with us. */
  async create(caller: Caller, asked: LinkTokenRequest): Promise<LinkTokenResponse> {
    const { customerAppId, appType } = caller;
    if (asked.client_id !== caller.clientId) {
      throw new DomainError('INVALID_REQUEST', 'client_id must be that of the bearer token.');
    }
    const request = linkRequestOf(asked, caller);
    if (!(await this.reads.redirectUris(customerAppId)).includes(asked.redirect_uri)) {
      throw new DomainError('INVALID_REDIRECT_URI', 'redirect_uri must be a registered one.');
    }
    if (request.institutionId !== null) this.institutions.get(appType, request.institutionId);
    const link = await this.db.forApp(customerAppId, async (tx) => {
      await tx.begun;
      if (asked.login_identity_id === undefined) return add(tx, { mode: 'LINK', request });
      const id = parseLoginIdentityId(asked.login_identity_id);
      const { products, institutionId } = await this.identities.find(tx, id);
      if (request.productsRequested.length === 0) readableProducts(products, caller.scopes);
      const own = { ...request, institutionId };
      return add(tx, { mode: 'RELINK', request: own, loginIdentityId: id });
    });
    return this.opened(link);
  }

  /**
   * Renews the data of a login identity: at once without its user, or on a page with them. The token
   * is made first: without an answer nothing was queued.
   */
  async refresh(
    own: {
      readonly customerAppId: CustomerAppId;
      readonly loginIdentityId: LoginIdentityId;
      readonly appType: AppType;
    },
    asked: RefreshLoginIdentityRequest,
  ): Promise<RefreshTokenResponse> {
    const { customerAppId, loginIdentityId } = own;
    const { user_present: isPresent = false, link_customizations: page = {} } = asked;
    const request = refreshRequestOf(page, own.appType);
    const link = await this.db.forApp(customerAppId, async (tx) => {
      const login = await this.identities.find(tx, loginIdentityId);
      if (isPresent) assertRefreshable(login, { now: tx.now, isPresent });
      const { institutionId } = login;
      return add(tx, { mode: 'REFRESH', request: { ...request, institutionId }, loginIdentityId });
    });
    const token = await this.opened(link);
    if (!isPresent) await this.refreshes.refresh(customerAppId, loginIdentityId);
    return { ...token, login_identity_id: loginIdentityId };
  }

  /** `OPEN`: for the URL; `SESSION`: in its place. Unix seconds, of a session that goes on. */
  token(
    link: HostedLink,
    purpose: 'OPEN' | 'SESSION',
    sessionBeganAt?: number,
  ): Promise<MintedToken> {
    return this.client.call<MintedToken>('gateway', {
      method: 'POST',
      path: '/internal/tokens/hosted_link',
      body: {
        customer_app_id: link.customerAppId,
        session_id: link.sessionId,
        purpose,
        login_identity_id: link.loginIdentityId ?? undefined,
        session_began_at: sessionBeganAt,
      },
      idempotent: true,
    });
  }

  /**
   * Good once, for the app and the redirect URI of the link. A session has one code: undefined when
   * it was exchanged, or has expired.
   */
  async code(link: HostedLink, identity: LoginIdentitySnapshot): Promise<string | undefined> {
    const { redirectUri, codeChallenge, codeChallengeMethod } = link.request;
    const { code } = await this.client.call<{ readonly code?: string }>('gateway', {
      method: 'POST',
      path: '/internal/link_codes',
      body: {
        customer_app_id: link.customerAppId,
        login_identity_id: identity.loginIdentityId,
        session_id: link.sessionId,
        scopes: scopesOf(identity.products),
        redirect_uri: redirectUri,
        code_challenge: codeChallenge ?? undefined,
        code_challenge_method: codeChallengeMethod ?? undefined,
      },
      idempotent: true,
    });
    return code;
  }

  /** The link token of a session, and the URL that opens its page with it. */
  private async opened(link: HostedLink): Promise<LinkTokenResponse> {
    const { access_token, token_type, expires_in, issued_at } = await this.token(link, 'OPEN');
    const link_url = `${this.pages.pagesUrl}/hosted/link?token=${encodeURIComponent(access_token)}`;
    return { access_token, token_type, expires_in, issued_at, link_url };
  }
}

function add(
  tx: AppTx,
  link: Pick<HostedLink, 'mode' | 'request'> & { readonly loginIdentityId?: LoginIdentityId },
): HostedLink {
  const added = {
    customerAppId: tx.customerApp.id,
    sessionId: newId<HostedLinkId>(tx.systemNow),
    loginIdentityId: null,
    linkSessionId: null,
    openedAt: null,
    leftAt: null,
    createdAt: tx.systemNow,
    ...link,
  };
  const batch = new WriteBatch();
  hostedLinks.insert(batch, added);
  tx.write(batch);
  return added;
}

/** The settings of a link token. Throws INVALID_REQUEST naming the member. */
function linkRequestOf(asked: LinkTokenRequest, app: RequestingApp): LinkRequest {
  const isUpdate = asked.login_identity_id !== undefined;
  if (!isUpdate && asked.user_id === undefined) {
    throw invalid('user_id is required for a new link.');
  }
  requestedProducts(
    asked.products_requested ?? [],
    { products_supported: [...INSTITUTION_PRODUCTS] },
    app.scopes,
  );
  return {
    ...commonOf(asked),
    userId: isUpdate ? null : (asked.user_id ?? null),
    redirectUri: asked.redirect_uri,
    responseMode: asked.response_mode,
    ...challengeOf(asked, app),
    uiMode: asked.ui_mode ?? 'redirect',
    institutionId: asked.institution_id ?? null,
    offered: offeredBy(asked),
    productsRequested: asked.products_requested ?? [],
    appScopes: DATA_SCOPES.filter((scope) => app.scopes.includes(scope)),
    automaticRefresh: asked.automatic_data_refresh ?? 'OFF',
  };
}

/** The settings of a page that refreshes a login identity. Throws INVALID_REQUEST. */
function refreshRequestOf(
  asked: RefreshLinkCustomizations,
  appType: AppType,
): Omit<LinkRequest, 'institutionId'> {
  const redirectUri = asked.redirect_uri ?? null;
  const uiMode = asked.ui_mode ?? (redirectUri === null ? 'standalone' : 'redirect');
  if (redirectUri !== null && !isReturnAddress(redirectUri, appType)) {
    throw invalid('link_customizations.redirect_uri must be an absolute https URI.');
  }
  if (redirectUri === null && (uiMode === 'redirect' || uiMode === 'auto_redirect')) {
    throw invalid('link_customizations.redirect_uri is required when ui_mode redirects.');
  }
  return { ...commonOf(asked), redirectUri, uiMode };
}

/** What all requests ask for, and what a request asks for by default. */
function commonOf(asked: LinkTokenRequest | RefreshLinkCustomizations) {
  return {
    userId: null,
    responseMode: 'query',
    state: asked.state ?? null,
    codeChallenge: null,
    codeChallengeMethod: null,
    language: asked.language ?? 'en',
    offered: {},
    productsRequested: [],
    automaticRefresh: 'OFF',
    historyDateLimit: asked.history_date_limit ?? null,
  } as const;
}

function challengeOf(
  asked: LinkTokenRequest,
  { appType }: RequestingApp,
): Pick<LinkRequest, 'codeChallenge' | 'codeChallengeMethod'> {
  const { code_challenge: challenge, code_challenge_method: method } = asked;
  if (method !== undefined && method !== 'S256' && method !== 'plain') {
    throw invalid('code_challenge_method must be S256 or plain.');
  }
  if (challenge === undefined && method !== undefined) {
    throw invalid('code_challenge is required with code_challenge_method.');
  }
  // RFC 7636, section 4.3: without a method it is the verifier itself.
  const isGiven = challenge !== undefined;
  if (isGiven && appType === 'LIVE' && method !== 'S256') {
    throw invalid('code_challenge_method must be S256 for a live app.');
  }
  return {
    codeChallenge: challenge ?? null,
    codeChallengeMethod: isGiven ? (method ?? 'plain') : null,
  };
}

function offeredBy(asked: LinkTokenRequest): LinkRequest['offered'] {
  const countries = (asked.countries ?? []).map((country) => country.toUpperCase());
  if (!countries.every((country) => COUNTRY.test(country))) {
    throw invalid('countries must be 3-letter ISO 3166 codes.');
  }
  const products = asked.products_supported ?? [];
  if (!products.every((product) => SUPPORTED.includes(product))) {
    throw invalid(`products_supported must be among: ${SUPPORTED.join(', ')}.`);
  }
  const known = INSTITUTION_STATUSES.map((status) => status.toLowerCase());
  const statuses = wordsOf(asked.institution_status, { name: 'institution_status', known });
  return {
    countries,
    products_supported: products,
    user_type: asked.user_type ?? [],
    institution_status: statuses.map((status) => status.toUpperCase()),
    tags: wordsOf(asked.link_mode, { name: 'link_mode', known: INSTITUTION_TAGS }),
  };
}

function wordsOf(
  text: string | undefined,
  { name, known }: { readonly name: string; readonly known: readonly string[] },
): string[] {
  const words = (text ?? '').split(/\s+/).filter((word) => word !== '');
  if (words.every((word) => known.includes(word))) return [...new Set(words)];
  throw invalid(`${name} must be among: ${known.join(', ')}, joined by spaces.`);
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', explanation);
}
