import { Injectable } from '@nestjs/common';
import {
  errorCatalogue,
  type ActionMessage,
  type EmbeddedError,
  type Institution,
  type SessionInstitutionsQuery,
} from '@towpath/contracts';
import type {
  HostedLinkConsent,
  HostedLinkInstitutionsQuery,
  HostedLinkView,
} from '@towpath/contracts/account-data';
import { embeddingOrigins, type Caller } from '@towpath/http';
import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import { Transactions, type AppTx } from '@towpath/persistence';
import { matches } from '../../banks/institutions/institution-filter.js';
import { InstitutionsReads } from '../../banks/institutions/institutions.reads.js';
import {
  LoginIdentitiesReads,
  productsBody,
} from '../../identities/login-identities/login-identities.reads.js';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/login-identity.table.js';
import { REDIRECT_URL, type LoginFailure } from '../../identities/login-identities/login-values.js';
import { actionBody } from '../../linking/links/links.reads.js';
import { assertGoesOn, sessionEnded, stepOf, type HostedCaller } from './hosted-link.js';
import { hostedLinks, type HostedLink, type HostedLinkId } from './hosted-link.table.js';
import { countryOf, filterOf, LinkOffersReads } from './link-offers.reads.js';

interface FoundLink {
  readonly link: HostedLink;
  readonly identity: LoginIdentitySnapshot | null;
}

/** The state and the offer of the hosted link page. */
@Injectable()
export class HostedLinksReads {
  constructor(
    private readonly db: Transactions,
    private readonly identities: LoginIdentitiesReads,
    private readonly institutions: InstitutionsReads,
    private readonly offers: LinkOffersReads,
  ) {}

  async view(caller: HostedCaller): Promise<HostedLinkView> {
    const { link, identity } = await this.found(caller);
    const step = stepOf(link, identity);
    const { request, mode } = link;
    const begun = step === 'CHOOSING' ? undefined : identity?.institutionId;
    const failure = step === 'FAILED' ? identity?.failure : null;
    return {
      mode,
      step,
      live: caller.appType === 'LIVE',
      merchant: await this.offers.merchantOf(caller.customerAppId),
      language: request.language,
      country: countryOf(request),
      ui_mode: request.uiMode,
      institution_id: begun ?? request.institutionId ?? undefined,
      institution_fixed: request.institutionId !== null,
      ...this.offers.choicesOf(caller.appType, request),
      products_requested: [...request.productsRequested],
      automatic_data_refresh: request.automaticRefresh,
      credentials_kept: mode === 'REFRESH' && identity?.storesCredentials === true,
      action: step === 'ACTION' && identity?.action ? actionBody(identity.action) : undefined,
      redirect_url: step === 'REDIRECT' ? redirectUrlOf(identity) : undefined,
      product_status:
        step === 'CONNECTED' && identity ? productsBody(identity.progress) : undefined,
      error: failure ? errorOf(failure) : undefined,
      failure_reason: failure?.reason,
    };
  }

  async search(caller: HostedCaller, asked: HostedLinkInstitutionsQuery): Promise<Institution[]> {
    const { link } = await this.found(caller);
    const { query = '', limit, country, institution_type: type, user_type: userType } = asked;
    const narrowed = {
      countries: country === undefined ? [] : [country],
      userTypes: userType === undefined ? [] : [userType],
      type,
    };
    const found = this.offers.list(caller.appType, link.request, query);
    return found.filter((institution) => matches(institution, narrowed)).slice(0, limit);
  }

  /** The form of an institution, and the text that goes with it. */
  async consent(caller: HostedCaller, institutionId: string): Promise<HostedLinkConsent> {
    const { link, identity } = await this.found(caller);
    const { display_name: merchant } = await this.offers.merchantOf(caller.customerAppId);
    const institution = this.offers.get(caller.appType, link.request, institutionId);
    return { institution, ...this.offers.termsOf(link, institution, { identity, merchant }) };
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
    return embeddingOrigins(await this.offers.redirectUris(app));
  }

  /** Throws UNAUTHORIZED for a session that has ended. */
  async goingOn({ customerAppId, sessionId }: HostedCaller): Promise<HostedLink> {
    return assertGoesOn(await this.find(customerAppId, sessionId));
  }

  /** The session, with the login identity that it updates or created. Throws UNAUTHORIZED. */
  found({ customerAppId, sessionId }: HostedCaller): Promise<FoundLink> {
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

function redirectUrlOf(identity: LoginIdentitySnapshot | null): string | undefined {
  const messages = (identity?.action?.messages ?? []) as readonly ActionMessage[];
  return messages.find(({ name }) => name === REDIRECT_URL)?.value;
}
