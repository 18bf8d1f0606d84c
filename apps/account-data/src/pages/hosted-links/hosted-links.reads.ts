import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  consentLanguage,
  CURRENT_LINK_CONSENT,
  errorCatalogue,
  linkConsent,
  type ActionMessage,
  type AppType,
  type EmbeddedError,
  type HostedMerchant,
  type Institution,
  type SessionInstitutionsQuery,
} from '@towpath/contracts';
import type {
  HostedLinkConsent,
  HostedLinkInstitutionsQuery,
  HostedLinkView,
  LinkConsentText,
  ShownLinkConsent,
} from '@towpath/contracts/account-data';
import { embeddingOrigins, type Caller } from '@towpath/http';
import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import { CustomerAppViews, Transactions, type AppTx } from '@towpath/persistence';
import {
  InstitutionsReads,
  matches,
  type InstitutionFilter,
} from '../../banks/institutions/institutions.reads.js';
import {
  LoginIdentitiesReads,
  productsBody,
} from '../../identities/login-identities/login-identities.reads.js';
import { REDIRECT_ACTION } from '../../identities/login-identities/login-identity.js';
import type {
  LoginFailure,
  LoginIdentitySnapshot,
} from '../../identities/login-identities/login-identity.table.js';
import { actionBody } from '../../linking/links/links.reads.js';
import { REDIRECT_URL } from '../../linking/logins/bank-pages.service.js';
import { readableProducts, requestedProducts } from '../../linking/logins/requested-login.js';
import {
  hostedLinks,
  type HostedLink,
  type HostedLinkId,
  type LinkRequest,
} from './hosted-link.table.js';

interface Terms {
  /** The one that the page updates. */
  readonly identity: Pick<LoginIdentitySnapshot, 'products'> | null;
  readonly merchant: string;
}

/** The holder of the session of a hosted link: the token names it, the request does not. */
export interface HostedCaller {
  readonly customerAppId: CustomerAppId;
  readonly appType: 'TEST' | 'LIVE';
  readonly sessionId: HostedLinkId;
  /** Of the user's browser; null if the request did not come through the API gateway. */
  readonly address: string | null;
}

/** The state of a hosted link page, and what it offers its user. */
@Injectable()
export class HostedLinksReads {
  constructor(
    private readonly db: Transactions,
    private readonly identities: LoginIdentitiesReads,
    private readonly institutions: InstitutionsReads,
    private readonly apps: CustomerAppViews,
  ) {}

  async view(caller: HostedCaller): Promise<HostedLinkView> {
    const { link, identity } = await this.found(caller);
    const step = stepOf(link, identity);
    const { request, mode } = link;
    const begun = step === 'CHOOSING' ? undefined : identity?.institutionId;
    const failure = step === 'FAILED' ? identity?.failure : null;
    const offered = this.institutions.list(caller.appType, filterOf(request));
    const distinct = <T>(values: readonly T[]) => [...new Set(values)].sort();
    const messages = (identity?.action?.messages ?? []) as readonly ActionMessage[];
    return {
      mode,
      step,
      live: caller.appType === 'LIVE',
      merchant: await this.merchantOf(caller.customerAppId),
      language: request.language,
      country: countryOf(request),
      ui_mode: request.uiMode,
      institution_id: begun ?? request.institutionId ?? undefined,
      institution_fixed: request.institutionId !== null,
      countries: distinct(offered.flatMap(({ countries }) => countries)),
      institution_types: distinct(offered.map(({ institution_type: type }) => type)),
      products_requested: [...request.productsRequested],
      automatic_data_refresh: request.automaticRefresh,
      credentials_kept: mode === 'REFRESH' && identity?.storesCredentials === true,
      action: step === 'ACTION' && identity?.action ? actionBody(identity.action) : undefined,
      redirect_url:
        step === 'REDIRECT' ? messages.find(({ name }) => name === REDIRECT_URL)?.value : undefined,
      product_status:
        step === 'CONNECTED' && identity ? productsBody(identity.progress) : undefined,
      error: failure ? errorOf(failure) : undefined,
      failure_reason: failure?.reason,
    };
  }

  async search(caller: HostedCaller, asked: HostedLinkInstitutionsQuery): Promise<Institution[]> {
    const { link } = await this.found(caller);
    const { query = '', limit, country, institution_type, user_type: userType } = asked;
    const narrowed = {
      countries: country === undefined ? [] : [country],
      user_type: userType === undefined ? [] : [userType],
      institution_type,
    };
    const found = this.institutions.list(caller.appType, filterOf(link.request), query);
    return found.filter((institution) => matches(institution, narrowed)).slice(0, limit);
  }

  /** The form of an institution, and the text that goes with it. */
  async consent(caller: HostedCaller, institutionId: string): Promise<HostedLinkConsent> {
    const { link, identity } = await this.found(caller);
    const { display_name: merchant } = await this.merchantOf(caller.customerAppId);
    const institution = this.get(caller.appType, link.request, institutionId);
    return { institution, ...this.termsOf(link, institution, { identity, merchant }) };
  }

  /** What the user of a page can choose; only a session of this service has an offer of its own. */
  async institutionsFor(caller: Caller, query: SessionInstitutionsQuery): Promise<Institution[]> {
    const offered =
      caller.tokenUse === 'hosted_link'
        ? filterOf((await this.goingOn(hostedCallerOf(caller))).request)
        : {};
    return this.institutions.ofSession(caller, query, offered);
  }

  /**
   * The sites that may frame a page and receive its messages: those of the app's registered
   * addresses. The return address of a refresh may be of any site, which gets only the return.
   */
  async embeddingOrigins(app: CustomerAppId, rawSessionId: string): Promise<readonly string[]> {
    const sessionId = parseId<HostedLinkId>(rawSessionId);
    const link = sessionId && (await this.find(app, sessionId));
    if (!link) throw new DomainError('UNAUTHORIZED', 'There is no such session.');
    return embeddingOrigins(await this.redirectUris(app));
  }

  /** Throws UNAUTHORIZED for a session that has ended. */
  async goingOn({ customerAppId, sessionId }: HostedCaller): Promise<HostedLink> {
    return assertGoesOn(await this.find(customerAppId, sessionId));
  }

  /** The session, with the login identity that it updates or created. Throws UNAUTHORIZED. */
  found({ customerAppId, sessionId }: HostedCaller) {
    const read = async (tx: AppTx) => {
      const link = assertGoesOn(await hostedLinks.find(tx, { sessionId }));
      const { loginIdentityId: id } = link;
      return { link, identity: id === null ? null : await this.identities.find(tx, id) };
    };
    return this.db.forApp(customerAppId, read, { readOnly: true });
  }

  private find(app: CustomerAppId, sessionId: HostedLinkId): Promise<HostedLink | null> {
    return this.db.forApp(app, (tx) => hostedLinks.find(tx, { sessionId }), { readOnly: true });
  }

  /** Throws INSTITUTION_NOT_FOUND for one that is not offered. */
  get(appType: AppType, request: LinkRequest, institutionId: string): Institution {
    const found = this.institutions.find(appType, institutionId);
    if (found && matches(found, filterOf(request))) return found;
    throw new DomainError('INSTITUTION_NOT_FOUND', 'The link does not offer this institution.');
  }

  /** What the user agrees to, in the same words on the page and in the evidence. */
  termsOf(link: HostedLink, institution: Institution, { identity, merchant }: Terms) {
    const { productsRequested: asked, appScopes, language } = link.request;
    // An update that asks for nothing else keeps the products of its link that the app may read.
    const keeps = link.mode !== 'LINK' && asked.length === 0 && identity !== null;
    const products = keeps
      ? readableProducts(identity.products, appScopes)
      : requestedProducts(asked, institution, appScopes);
    const country = countryOf(link.request) ?? institution.countries[0];
    const consent = linkConsent(
      { merchant, institution: institution.institution_name, products },
      { version: CURRENT_LINK_CONSENT, language: consentLanguage({ language, country }) },
    );
    const sha256 = createHash('sha256').update(consent.text, 'utf8').digest('hex');
    const shown: LinkConsentText = { ...consent, statements: [...consent.statements], sha256 };
    return { products: [...products], consent: shown };
  }

  /** Before a transaction: it may ask the database. */
  async merchantOf(customerAppId: CustomerAppId): Promise<HostedMerchant> {
    const app = await this.apps.get(customerAppId);
    const text = (name: string): string | undefined => {
      const value = app?.settings[name];
      return typeof value === 'string' && value !== '' ? value : undefined;
    };
    return {
      display_name: text('display_name') ?? app?.name ?? '',
      logo_url: text('logo_url'),
      accent: text('accent'),
      support_url: text('support_url'),
      terms_url: text('terms_url'),
    };
  }

  async redirectUris(customerAppId: CustomerAppId): Promise<readonly unknown[]> {
    const app = await this.apps.get(customerAppId);
    const registered = app?.settings['redirect_uris'];
    return Array.isArray(registered) ? registered : [];
  }
}

/** The step of a page's user, to whom a login of a later session does not belong. */
export function stepOf(link: HostedLink, identity: LoginIdentitySnapshot | null) {
  if (!identity || link.linkSessionId === null) return 'CHOOSING';
  if (identity.sessionId !== link.linkSessionId) return 'CHOOSING';
  if (identity.authenticationStatus === 'AUTHENTICATED') return 'CONNECTED';
  if (identity.status === 'ERROR') return 'FAILED';
  if (!identity.action) return 'CONNECTING';
  return identity.action.name === REDIRECT_ACTION ? 'REDIRECT' : 'ACTION';
}

/** Throws UNAUTHORIZED for a session that the user left, or that is no longer stored. */
export function assertGoesOn(link: HostedLink | null): HostedLink {
  if (!link || link.leftAt !== null) throw sessionEnded();
  return link;
}

export function sessionEnded(): DomainError {
  return new DomainError('UNAUTHORIZED', 'The session of this token has ended.');
}

export function hostedCallerOf(
  { customerAppId, appType, claims }: Caller,
  address: string | null = null,
): HostedCaller {
  const sessionId = parseId<HostedLinkId>(claims.customization_id);
  if (!sessionId) throw sessionEnded();
  return { customerAppId, appType, sessionId, address };
}

export function errorOf({ code, explanation }: LoginFailure): EmbeddedError {
  const { type, message } = errorCatalogue[code];
  const kind = type === 'API_ERROR' ? 'API_ERROR' : 'LINK_ERROR';
  return { type: kind, error_code: code, message, details: explanation };
}

/** Throws CONSENT_TEXT_CHANGED for another text than the present one. */
export function assertShown(shown: ShownLinkConsent | undefined, now: LinkConsentText): void {
  if (shown?.version === now.version && shown.sha256.toLowerCase() === now.sha256) return;
  throw new DomainError(
    'CONSENT_TEXT_CHANGED',
    'Read the consent again, show its text, and send its version and sha256.',
  );
}

function filterOf({ institutionId, offered }: LinkRequest): InstitutionFilter {
  return institutionId === null ? offered : { institution_id: [institutionId] };
}

/** The country of a request that names exactly one. */
function countryOf({ offered }: LinkRequest): string | undefined {
  const countries = offered.countries ?? [];
  return countries.length === 1 ? countries[0] : undefined;
}
