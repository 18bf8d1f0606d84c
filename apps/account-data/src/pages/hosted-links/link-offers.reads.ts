import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  consentLanguage,
  CURRENT_LINK_CONSENT,
  linkConsent,
  type AppType,
  type HostedMerchant,
  type Institution,
} from '@towpath/contracts';
import type {
  HostedLinkView,
  LinkConsentText,
  ShownLinkConsent,
} from '@towpath/contracts/account-data';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { CustomerAppViews } from '@towpath/persistence';
import { matches, type InstitutionFilter } from '../../banks/institutions/institution-filter.js';
import { InstitutionsReads } from '../../banks/institutions/institutions.reads.js';
import type { LoginIdentitySnapshot } from '../../identities/login-identities/login-identity.table.js';
import type { Product } from '../../identities/login-identities/product-outcome.js';
import { readableProducts, requestedProducts } from '../../linking/logins/requested-products.js';
import type { HostedLink, LinkRequest } from './hosted-link.table.js';

interface Terms {
  /** The one that the page updates. */
  readonly identity: Pick<LoginIdentitySnapshot, 'products'> | null;
  /** Name of the customer app, as the page shows it. */
  readonly merchant: string;
}

/** What a page offers its user: the fixed institution, or all that the request permits. */
@Injectable()
export class LinkOffersReads {
  constructor(
    private readonly institutions: InstitutionsReads,
    private readonly apps: CustomerAppViews,
  ) {}

  list(appType: AppType, request: LinkRequest, search = ''): Institution[] {
    return this.institutions.list(appType, filterOf(request), search);
  }

  /** The filters of a page, if it has any. */
  choicesOf(
    appType: AppType,
    request: LinkRequest,
  ): Pick<HostedLinkView, 'countries' | 'institution_types'> {
    const all = this.list(appType, request);
    const distinct = <T>(values: readonly T[]) => [...new Set(values)].sort();
    return {
      countries: distinct(all.flatMap(({ countries }) => countries)),
      institution_types: distinct(all.map(({ institution_type: type }) => type)),
    };
  }

  /** Throws INSTITUTION_NOT_FOUND for one that is not offered. */
  get(appType: AppType, request: LinkRequest, institutionId: string): Institution {
    const found = this.institutions.find(appType, institutionId);
    if (found && matches(found, filterOf(request))) return found;
    throw new DomainError('INSTITUTION_NOT_FOUND', 'The link does not offer this institution.');
  }

  /** What the user agrees to, in the same words on the page and in the evidence. */
  termsOf(
    link: HostedLink,
    institution: Institution,
    { identity, merchant }: Terms,
  ): { readonly products: Product[]; readonly consent: LinkConsentText } {
    const { request } = link;
    const products = [...productsAsked(link, institution, identity)];
    const country = countryOf(request) ?? institution.countries[0];
    const consent = linkConsent(
      { merchant, institution: institution.institution_name, products },
      {
        version: CURRENT_LINK_CONSENT,
        language: consentLanguage({ language: request.language, country }),
      },
    );
    const sha256 = createHash('sha256').update(consent.text, 'utf8').digest('hex');
    return { products, consent: { ...consent, statements: [...consent.statements], sha256 } };
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

  /** The registered redirect URIs of a customer app. */
  async redirectUris(customerAppId: CustomerAppId): Promise<readonly unknown[]> {
    const app = await this.apps.get(customerAppId);
    const registered = app?.settings['redirect_uris'];
    return Array.isArray(registered) ? registered : [];
  }
}

/** Throws CONSENT_TEXT_CHANGED for another text than the present one. */
export function assertShown(shown: ShownLinkConsent | undefined, now: LinkConsentText): void {
  if (shown?.version === now.version && shown.sha256.toLowerCase() === now.sha256) return;
  throw new DomainError(
    'CONSENT_TEXT_CHANGED',
    'Read the consent again, show its text, and send its version and sha256.',
  );
}

export function filterOf({ institutionId, offered }: LinkRequest): InstitutionFilter {
  return institutionId === null ? offered : { institutionIds: [institutionId] };
}

/** The country of a request that names exactly one. */
export function countryOf({ offered }: LinkRequest): string | undefined {
  const countries = offered.countries ?? [];
  return countries.length === 1 ? countries[0] : undefined;
}

/** An update that asks for nothing else keeps the products of its link that the app may read. */
function productsAsked(
  { mode, request }: HostedLink,
  institution: Institution,
  identity: Terms['identity'],
): readonly Product[] {
  const { productsRequested, appScopes } = request;
  const keeps = mode !== 'LINK' && productsRequested.length === 0;
  return keeps && identity
    ? readableProducts(identity.products, appScopes)
    : requestedProducts(productsRequested, institution, appScopes);
}
