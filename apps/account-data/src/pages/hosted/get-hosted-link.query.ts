import { Injectable } from '@nestjs/common';
import {
  errorCatalogue,
  type ActionMessage,
  type EmbeddedError,
  type Institution,
} from '@towpath/contracts';
import type {
  HostedLinkConsent,
  HostedLinkInstitutionsQuery,
  HostedLinkView,
} from '@towpath/contracts/account-data';
import { Transactions, type AppTx } from '@towpath/persistence';
import { matches } from '../../banks/institutions/domain/institution-filter.js';
import { actionBody } from '../../flows/linking/get-link-status.query.js';
import { readableProducts, requestedProducts } from '../../flows/linking/requested-products.js';
import type {
  LoginFailure,
  LoginIdentitySnapshot,
} from '../../identities/login-identities/domain/login-identity.js';
import { productsBody } from '../../identities/login-identities/login-identity.view.js';
import { ReadLoginIdentity } from '../../identities/login-identities/read-login-identity.js';
import { REDIRECT_URL } from '../../retrieval/logins/bank-pages.js';
import type { HostedLink } from './hosted-link.js';
import { stepOf } from './hosted-step.js';
import { assertGoesOn, type HostedCaller } from './link-caller.js';
import { countryOf, LinkConsentTexts } from './link-consent-text.js';
import { OfferedInstitutions } from './offered-institutions.js';
import { HostedLinkRepository } from './persistence/hosted-link.repository.js';

interface Found {
  readonly link: HostedLink;
  readonly identity: LoginIdentitySnapshot | null;
}

/** The state and the offer of the hosted link page. */
@Injectable()
export class GetHostedLink {
  constructor(
    private readonly transactions: Transactions,
    private readonly links: HostedLinkRepository,
    private readonly identities: ReadLoginIdentity,
    private readonly texts: LinkConsentTexts,
    private readonly offered: OfferedInstitutions,
  ) {}

  async execute(caller: HostedCaller): Promise<HostedLinkView> {
    const { link, identity } = await this.read(caller);
    const step = stepOf(link, identity);
    const { request, mode } = link;
    const begun = step === 'CHOOSING' ? undefined : identity?.institutionId;
    const failure = step === 'FAILED' ? identity?.failure : null;
    return {
      mode,
      step,
      live: caller.appType === 'LIVE',
      merchant: await this.texts.merchantOf(caller.customerAppId),
      language: request.language,
      country: countryOf(request),
      ui_mode: request.uiMode,
      institution_id: begun ?? request.institutionId ?? undefined,
      institution_fixed: request.institutionId !== null,
      ...this.offered.choicesOf(caller.appType, request),
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
    const { link } = await this.read(caller);
    const { query = '', limit, country, institution_type: type, user_type: userType } = asked;
    const narrowed = {
      countries: country === undefined ? [] : [country],
      userTypes: userType === undefined ? [] : [userType],
      ...(type === undefined ? {} : { type }),
    };
    const found = this.offered.list(caller.appType, link.request, query);
    return found.filter((institution) => matches(institution, narrowed)).slice(0, limit);
  }

  /** The form of an institution, and the text that goes with it. */
  async consent(caller: HostedCaller, institutionId: string): Promise<HostedLinkConsent> {
    const { link, identity } = await this.read(caller);
    const { request } = link;
    const institution = this.offered.get(caller.appType, request, institutionId);
    const { display_name: merchant } = await this.texts.merchantOf(caller.customerAppId);
    const products = productsAsked(link, { institution, identity });
    const consent = this.texts.of({ merchant, request, institution, products });
    return { institution, products: [...products], consent };
  }

  private read({ customerAppId, sessionId }: HostedCaller): Promise<Found> {
    return this.transactions.forApp(customerAppId, async (tx: AppTx) => {
      const link = assertGoesOn(await this.links.find(tx, sessionId));
      const { loginIdentityId } = link;
      const identity = loginIdentityId && (await this.identities.find(tx, loginIdentityId));
      return { link, identity: identity ? identity.snapshot : null };
    });
  }
}

/** An update that asks for nothing else keeps the products of its link that the app may read. */
export function productsAsked(
  { mode, request }: HostedLink,
  at: {
    readonly institution: Institution;
    readonly identity: Pick<LoginIdentitySnapshot, 'products'> | null;
  },
) {
  const keeps = mode !== 'LINK' && request.productsRequested.length === 0;
  if (keeps && at.identity) return readableProducts(at.identity.products, request.appScopes);
  return requestedProducts(request.productsRequested, at.institution, request.appScopes);
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
