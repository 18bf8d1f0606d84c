import { Injectable } from '@nestjs/common';
import type { AppType } from '@towpath/contracts';
import type {
  LinkTokenRequest,
  LinkTokenResponse,
  RefreshLoginIdentityRequest,
  RefreshTokenResponse,
} from '@towpath/contracts/account-data';
import { InternalClient, type Caller } from '@towpath/http';
import { DomainError, newId, type CustomerAppId, type LoginIdentityId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { InstitutionsReads } from '../../banks/institutions/institutions.reads.js';
import {
  LoginIdentitiesReads,
  parseLoginIdentityId,
} from '../../identities/login-identities/login-identities.reads.js';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/login-identity.table.js';
import { scopesOf } from '../../identities/login-identities/product-scopes.js';
import { BankPagesService } from '../../linking/logins/bank-pages.service.js';
import { readableProducts } from '../../linking/logins/requested-products.js';
import { assertRefreshable, RefreshesService } from '../../linking/refreshes/refreshes.service.js';
import { hostedLinks, type HostedLink, type HostedLinkId } from './hosted-link.table.js';
import { LinkOffersReads } from './link-offers.reads.js';
import { linkRequestOf, refreshRequestOf } from './link-request.js';

export interface MintedToken {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Seconds. */
  readonly expires_in: number;
  readonly issued_at: string;
}

interface MintedSession {
  /** `OPEN`: the token of the URL; `SESSION`: the token that replaces it. */
  readonly purpose: 'OPEN' | 'SESSION';
  /** Unix seconds; of a session that goes on. */
  readonly sessionBeganAt?: number;
}

/** Sessions of the hosted page, with their tokens and codes: the gateway signs and keeps these. */
@Injectable()
export class LinkTokensService {
  constructor(
    private readonly db: Transactions,
    private readonly client: InternalClient,
    private readonly institutions: InstitutionsReads,
    private readonly identities: LoginIdentitiesReads,
    private readonly offers: LinkOffersReads,
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
    if (!(await this.offers.redirectUris(customerAppId)).includes(asked.redirect_uri)) {
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

  token(link: HostedLink, { purpose, sessionBeganAt }: MintedSession): Promise<MintedToken> {
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
    const { access_token, expires_in, issued_at } = await this.token(link, { purpose: 'OPEN' });
    const token = encodeURIComponent(access_token);
    return {
      access_token,
      token_type: 'Bearer',
      expires_in,
      issued_at,
      link_url: `${this.pages.pagesUrl}/hosted/link?token=${token}`,
    };
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
