import {
  INSTITUTION_PAYMENTS,
  INSTITUTION_PRODUCTS,
  INSTITUTION_STATUSES,
  INSTITUTION_TAGS,
  type AppType,
} from '@towpath/contracts';
import type { LinkTokenRequest, RefreshLinkCustomizations } from '@towpath/contracts/account-data';
import { DomainError, isReturnAddress } from '@towpath/kernel';
import { requestedProducts } from '../../linking/logins/requested-products.js';
import { DATA_SCOPES } from '../../identities/login-identities/product-scopes.js';
import type { LinkRequest } from './hosted-link.table.js';

const COUNTRY = /^[A-Z]{3}$/;
const SUPPORTED: readonly string[] = [...INSTITUTION_PRODUCTS, ...INSTITUTION_PAYMENTS];

interface RequestingApp {
  readonly appType: AppType;
  readonly scopes: readonly string[];
}

/** The settings of a link token. Throws INVALID_REQUEST naming the member. */
export function linkRequestOf(asked: LinkTokenRequest, app: RequestingApp): LinkRequest {
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
    userId: isUpdate ? null : (asked.user_id ?? null),
    redirectUri: asked.redirect_uri,
    responseMode: asked.response_mode,
    state: asked.state ?? null,
    ...challengeOf(asked, app),
    language: asked.language ?? 'en',
    uiMode: asked.ui_mode ?? 'redirect',
    institutionId: asked.institution_id ?? null,
    offered: offeredBy(asked),
    productsRequested: asked.products_requested ?? [],
    appScopes: DATA_SCOPES.filter((scope) => app.scopes.includes(scope)),
    automaticRefresh: asked.automatic_data_refresh ?? 'OFF',
    historyDateLimit: asked.history_date_limit ?? null,
  };
}

/** The settings of a page that refreshes a login identity. Throws INVALID_REQUEST. */
export function refreshRequestOf(
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
  return {
    userId: null,
    redirectUri,
    responseMode: 'query',
    state: asked.state ?? null,
    codeChallenge: null,
    codeChallengeMethod: null,
    language: asked.language ?? 'en',
    uiMode,
    offered: {},
    productsRequested: [],
    automaticRefresh: 'OFF',
    historyDateLimit: asked.history_date_limit ?? null,
  };
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
    products,
    userTypes: asked.user_type ?? [],
    statuses: statuses.map((status) => status.toUpperCase()),
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
